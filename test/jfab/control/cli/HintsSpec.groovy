package jfab.control.cli

import jfab.control.connection.command.OutputListener.Stream
import jfab.control.connection.host.Host
import jfab.control.task.TaskEvent
import spock.lang.Specification

class HintsSpec extends Specification {
    def "advised command lines repeat by which flags this one knows its hosts, and no other line is touched"() {
        given:
        def said = []
        def core = ArgumentParser.preview(['-f', 'my fab.groovy', '-S', 'config', '-H', 'a,b', '-P', '3', 'cluster-train']).core()
        def hints = new Hints({ said << it.text() }, { core.repeated() })

        when:
        hints.notice(null, 'see it with: jfab watch JOB1; end it with: jfab kill JOB1')
        hints.on(new TaskEvent.Line(null, Stream.OUT, 'JOB1 goes on; jfab attach JOB1'))
        hints.on(new TaskEvent.Line(null, Stream.OUT, '[a trainer 0] jfab kill JOB1'))
        hints.notice(Host.parse('a'), 'jfab is no word for this')
        hints.on(new TaskEvent.Line(Host.parse('a'), Stream.OUT, 'usage: jfab kill JOB'))
        said << hints.advising('JOB1 still runs; end it with: jfab kill JOB1')
        hints.output().lines(Host.parse('a'), Stream.OUT, ['usage: jfab kill JOB'])

        then:
        said == [
            "see it with: jfab -f 'my fab.groovy' -S config -H a,b watch JOB1; end it with: jfab -f 'my fab.groovy' -S config -H a,b kill JOB1",
            "JOB1 goes on; jfab -f 'my fab.groovy' -S config -H a,b attach JOB1",
            '[a trainer 0] jfab kill JOB1',
            'jfab is no word for this',
            'usage: jfab kill JOB',
            "JOB1 still runs; end it with: jfab -f 'my fab.groovy' -S config -H a,b kill JOB1",
            'usage: jfab kill JOB']
    }
}
