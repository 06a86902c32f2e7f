package jfab.control.cli

import groovy.json.JsonSlurper
import java.nio.file.Files
import java.nio.file.Path
import jfab.control.fabfile.Fabfile
import jfab.control.fabfile.FabfileReader
import spock.lang.Shared
import spock.lang.Specification
import spock.lang.TempDir

class TaskListSpec extends Specification {
    @Shared @TempDir
    Path folder
    @Shared Fabfile fabfile

    def setupSpec() {
        def file = folder.resolve('fabfile.groovy')
        Files.writeString(file, '''
            task('deploy', 'Deploy it\\nand more', aliases: ['dep'], mode: 'fast', choices: [mode: ['fast', 'safe']],
                help: [mode: 'how it is done']) { c, String host, mode -> }
            task('_secret', 'Not listed') { c -> }
            namespace('docs') {
                task('build_all', 'Build', default: true, aliases: ['b']) { c, String... names -> }
                namespace('api') { task('x', 'X', verbose: 0, incrementable: ['verbose'], log: null, optional: ['log'],
                    ports: [80], color: true, small: false, n: 1.5) { c, verbose, log, ports, color, small, n -> } }
            }
        ''')
        fabfile = new FabfileReader({}).read(file)
    }

    String list(String line) {
        Help.list(fabfile, ArgumentParser.parse(line.tokenize(' '), fabfile.callable()).core())
                .replace(folder.toString() + '/', '').readLines()*.stripTrailing().join('\n') + '\n'
    }

    def "tasks are listed one below the other, with aliases and without hidden ones"() {
        expect:
        list('--list') == '''\
Tasks of fabfile.groovy:

  deploy (dep)                    Deploy it
  docs.build-all (docs.b, docs)   Build
  docs.api.x                      X
'''
    }

    def "tasks are listed as a tree"() {
        expect:
        list('-l -F nested') == '''\
Tasks of fabfile.groovy:

  deploy (dep)           Deploy it
  docs
      .build-all* (.b)   Build
      .api
          .x             X
'''
    }

    def "a list can be cut at a depth"() {
        expect:
        list('-l -D1').contains('  docs [1 task, 1 namespace]\n')
        list('-l -D2 -F nested').contains('      .api [1 task]\n')
        !list('-l -D3 -F nested').contains('[')
    }

    def "a list can begin at a namespace: #line"() {
        expect:
        list(line) == '''\
Tasks of fabfile.groovy, in docs:

  docs.build-all (docs.b, docs)   Build
  docs.api.x                      X

Default task: docs.build-all
'''
        where:
        line << ['--list=docs', '-l docs', '-ldocs', '--list docs', 'deploy --list=docs']
    }

    def "'#line' is answered with: #message"() {
        when:
        list(line)

        then:
        def e = thrown(UsageException)
        e.message == message

        where:
        line             || message
        '-l doks'        || "no namespace 'doks'; did you mean 'docs'?"
        '-l n'           || "no namespace 'n'"
        '-l -F tree'     || "--list-format takes flat, nested, json, not 'tree'"
        '-l -F jso'      || "--list-format takes flat, nested, json, not 'jso'; did you mean 'json'?"
        '-l -D x'        || "--list-depth takes a whole number from 1, not 'x'"
    }

    def "the list for programs has every parameter with its flag, type, default, choices and help"() {
        when:
        def json = new JsonSlurper().parseText(list('-l -F json'))

        then:
        json.name == 'fabfile.groovy'
        json.tasks*.name == ['deploy']
        json.tasks[0].help == 'Deploy it\nand more'
        json.tasks[0].aliases == ['dep']
        json.tasks[0].parameters == [
            [name: 'host', flag: '--host', short: '-o', type: 'text', takes: 'value', required: true, positional: 1,
                default: null, choices: null, help: null],
            [name: 'mode', flag: '--mode', short: '-m', type: 'choice', takes: 'value', required: false, positional: null,
                default: 'fast', choices: ['fast', 'safe'], help: 'how it is done'],
        ]
        json.collections[0].default == 'build-all'
        json.collections[0].tasks*.call == ['docs.build-all']
        json.collections[0].collections[0].tasks[0].parameters.collect { [it.flag, it.type, it.takes, it.default] } == [
            ['--verbose', 'integer', 'count', 0], ['--log', 'text', 'optional', null], ['--ports', 'integer', 'values', [80]],
            ['--color', 'boolean', 'nothing', true], ['--small', 'boolean', 'nothing', false], ['-n', 'number', 'value', 1.5],
        ]
    }

    def "help shows flags, types, defaults, choices and what the fabfile says about them"() {
        when:
        def help = Help.of(ArgumentParser.task('docs.api.x', fabfile.callable())).readLines()*.stripTrailing().join('\n')

        then:
        help == '''\
Usage: jfab [core options] docs.api.x [--verbose...] [--log[=TEXT]] [--ports=N ...] [--[no-]color] [--small] [-n N]

X

Options:
  -v, --verbose...    counted
  -l, --log[=TEXT]
  -p, --ports=N ...   may be repeated; default: 80
  -c, --[no-]color    on, unless --no-color
  -s, --small
  -n N                default: 1.5'''

        and:
        Help.of(ArgumentParser.task('dep', fabfile.callable())).contains('''
  HOST, -o, --host=TEXT   required
  -m, --mode=fast|safe    how it is done (default: fast)
''')
        Help.of(ArgumentParser.task('docs', fabfile.callable())).startsWith('Usage: jfab [core options] docs.build-all [NAMES ...]\n')
    }
}
