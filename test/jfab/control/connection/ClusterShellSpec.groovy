package jfab.control.connection

import jfab.control.connection.host.HostSet
import jfab.tools.Needs
import jfab.tools.Tool
import spock.lang.Specification

@Needs(Tool.CLUSTERSHELL)
class ClusterShellSpec extends Specification {
    static final int SETS = 200

    static List<String> sets(long seed, Closure<String> one) {
        def random = new Random(seed)
        (1..SETS).collect { one(random) }
    }

    /** Ranges of one width, as they are in one cluster; mixed, ClusterShell's folding depends on their order. */
    static String ranges(Random random, int most) {
        def width = random.nextInt(3) + 1
        def end = width == 1 ? most : Math.min(most, 10**width)
        (1..(random.nextInt(4) + 1)).collect {
            int first = random.nextInt(end as int)
            int last = Math.min(first + random.nextInt(12), end - 1 as int)
            def text = [first, last].collect { "$it".padLeft(width, '0') }.unique().join('-')
            last > first && random.nextInt(4) == 0 ? "$text/${random.nextInt(3) + 1}" : text
        }.join(',')
    }

    static String pattern(Random random) {
        switch (random.nextInt(5)) {
            case 0: return 'login'
            case 1: return "rack[${ranges(random, 4)}]node[${ranges(random, 9)}]"
            case 2: return "10.0.0.[${ranges(random, 90)}]"
            default: return "gpu[${ranges(random, 120)}]"
        }
    }

    static String expression(Random random) {
        (1..(random.nextInt(3) + 1)).collect { pattern(random) }.inject { all, each -> all + ',!&^'[random.nextInt(4)] + each }
    }

    /** What both made of a text where that is not the same. */
    static List<List> differences(List<String> texts, List ours, List theirs) {
        [texts, ours, theirs].transpose().findAll { it[1] != it[2] } + (theirs.size() == SETS ? [] : [['answers', theirs.size()]])
    }

    static Set<String> words(String text) {
        text.split(' ').findAll() as Set
    }

    static Set<String> hosts(String text) {
        HostSet.parse(text).hosts()*.name() as Set
    }

    def "expressions name the hosts that they name in ClusterShell"() {
        given:
        def texts = sets(1, this.&expression)

        when:
        def wrong = differences(texts, texts.collect { hosts(it) }, ClusterShell.answers('-e', texts).collect { words(it) })

        then:
        wrong.join("\n") == ""
    }

    def "names with one number are folded to the text that ClusterShell folds them to"() {
        given:
        def texts = sets(2) { random ->
            ['gpu', 'a', 'n-'].shuffled(random).take(random.nextInt(3) + 1).collect { "${it}[${ranges(random, 130)}]" }.join(',')
        }

        when:
        def wrong = differences(texts, texts.collect { HostSet.parse(it).toString() }, ClusterShell.answers('-f', texts))

        then:
        wrong.join("\n") == ""
    }

    def "what is folded here unfolds to the same hosts in ClusterShell, and the other way round"() {
        given:
        def texts = sets(3) { random -> (1..(random.nextInt(3) + 1)).collect { pattern(random) }.join(',') }
        def named = texts.collect { hosts(it) }
        def folded = texts.collect { HostSet.parse(it).toString() }

        when:
        def wrong = differences(folded, named, ClusterShell.answers('-e', folded).collect { words(it) }) +
            differences(texts, named, ClusterShell.answers('-f', texts).collect { hosts(it) })

        then:
        wrong.join("\n") == ""
    }
}
