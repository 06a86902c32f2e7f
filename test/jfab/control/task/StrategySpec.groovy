package jfab.control.task

import java.time.Duration
import java.util.concurrent.ConcurrentLinkedQueue
import java.util.concurrent.CountDownLatch
import java.util.concurrent.CyclicBarrier
import java.util.concurrent.TimeUnit
import java.util.concurrent.atomic.AtomicInteger
import jfab.control.connection.Connection
import jfab.control.connection.host.ConnectionException
import jfab.control.connection.Connector
import jfab.control.connection.Defaults
import jfab.control.connection.Group
import jfab.control.connection.host.Host
import jfab.control.connection.Transport
import spock.lang.Specification
import spock.lang.Timeout

@Timeout(60)
class StrategySpec extends Specification {
    final Queue<String> ran = new ConcurrentLinkedQueue<>()
    final List<TaskEvent> events = Collections.synchronizedList([])
    final Set<String> broken = [] as Set

    static List<Host> hosts(int number) {
        (1..number).collect { Host.parse("h$it") }
    }

    Connector connector() {
        Stub(Connector) {
            connect(_) >> { Host host -> Stub(Transport) { it.host() >> host } }
            open(_) >> { Host host -> new Connection(Stub(Transport) { it.host() >> host }) }
            defaults() >> Defaults.plain()
        }
    }

    /** A body that remembers that it ran, and fails on the hosts of that task in {@code broken}. */
    Body body(String name, Closure inside = {}) {
        { Connection c, List<Object> arguments ->
            inside.call(c)
            ran.add("$name ${c.host()}".toString())
            if ("$name ${c.host()}".toString() in broken) {
                throw new TaskException("$name broke")
            }
        } as Body.EachHost
    }

    Task task(String name, Strategy strategy = new Strategy.Parallel(), Body body = body(name)) {
        new Task(name, '', [], Task.Hooks.after([]), [], Task.Listing.plain(), strategy, body)
    }

    Report run(List<Task> tasks, int number, Strategy strategy, Tolerance tolerance, int atOnce = 100) {
        def plan = new Plan(tasks.collect { new Call(it, [], hosts(number)) })
        new TaskExecutor(connector(), new TaskExecutor.Limits(atOnce, null, strategy, tolerance), events::add).execute(plan)
    }

    List<String> notices() {
        events.findAll { it instanceof TaskEvent.Notice }*.text()
    }

    Map<String, String> fates(Report report) {
        report.outcomes().collectEntries { [it.host().name(), it.class.simpleName] }
    }

    static Strategy rolling(String sizes) {
        new Strategy.Rolling(HostShare.sizes(sizes, ''), Duration.ZERO)
    }

    static final Tolerance USUAL = new Tolerance.FinishTask()
    static final Strategy PARALLEL = new Strategy.Parallel()

    def "in parallel, hosts run at the same time"() {
        given:
        def all = new CyclicBarrier(3)

        expect:
        run([task('a', PARALLEL, body('a') { all.await(30, TimeUnit.SECONDS) })], 3, PARALLEL, USUAL).ok()
    }

    def "a pool of #size runs no more hosts at once, and as many"() {
        given:
        def now = new AtomicInteger()
        def most = new AtomicInteger()
        def full = new CountDownLatch(size)
        def inside = { c ->
            most.accumulateAndGet(now.incrementAndGet()) { a, b -> Math.max(a, b) }
            full.countDown()
            full.await(30, TimeUnit.SECONDS)
            now.decrementAndGet()
        }

        expect:
        run([task('a', PARALLEL, body('a', inside))], 6, PARALLEL, USUAL, size).ok()
        most.get() == size

        where:
        size << [1, 3]
    }

    def "in series, hosts keep their order, and the first failure is the last"() {
        given:
        broken << 'a h2'

        when:
        def report = run([task('a'), task('b')], 3, new Strategy.Serial(), USUAL)

        then:
        ran as List == ['a h1', 'a h2']
        fates(report) == [h1: 'Succeeded', h2: 'Failed', h3: 'Skipped']
        report.outcomes()[2].why() == 'h2 failed'
    }

    def "in batches, each runs all tasks before the next begins"() {
        when:
        def report = run([task('a'), task('b')], 4, rolling('1,1,rest'), USUAL)

        then:
        report.ok()
        (ran as List)[0..3] == ['a h1', 'b h1', 'a h2', 'b h2']
        (ran as List)[4..5].toSet() == ['a h3', 'a h4'] as Set
        notices() == ['batch 1 of 3: h1', 'batch 2 of 3: h2', 'batch 3 of 3: h[3-4]']
    }

    def "a batch that fails is the last one"() {
        given:
        broken << 'a h2'

        when:
        def report = run([task('a'), task('b')], 4, rolling('1'), USUAL)

        then:
        ran as List == ['a h1', 'b h1', 'a h2']
        fates(report) == [h1: 'Succeeded', h2: 'Failed', h3: 'Skipped', h4: 'Skipped']
        notices().last() == 'not begun on h[3-4] because h2 failed'
        events.last() == new TaskEvent.Skipped(['b'], 'h2 failed')
    }

    def "batches go on past failures as far as these are tolerated"() {
        given:
        broken.addAll(['a h1', 'a h3'])

        when:
        def report = run([task('a'), task('b')], 4, rolling('1'), new Tolerance.UpTo(HostShare.parse('1', '')))

        then:
        ran as List == ['a h1', 'a h2', 'b h2', 'a h3']
        fates(report) == [h1: 'Failed', h2: 'Succeeded', h3: 'Failed', h4: 'Skipped']
    }

    def "a task declares #strategy for itself"() {
        given:
        broken << 'a h2'

        when:
        def report = run([task('a', strategy)], 4, PARALLEL, USUAL)

        then:
        ran as List == order
        fates(report).h4 == last

        where:
        strategy                   || order                            | last
        new Strategy.Serial()      || ['a h1', 'a h2']                 | 'Skipped'
        new Strategy.Serial(false) || ['a h1', 'a h2', 'a h3', 'a h4'] | 'Succeeded'
        rolling('1')               || ['a h1', 'a h2']                 | 'Skipped'
    }

    def "in series, all hosts are cleaned up, whether that fails on one or not"() {
        given:
        broken.addAll(['a h1', 'clean h1'])
        def plan = new Plan([
            new Call(task('a', new Strategy.Serial()), [], hosts(3)),
            new Call(task('clean', new Strategy.Serial()), [], hosts(3), 0),
        ])

        when:
        new TaskExecutor(connector(), new TaskExecutor.Limits(9, null, PARALLEL, USUAL), events::add).execute(plan)

        then:
        ran as List == ['a h1', 'clean h1', 'clean h2', 'clean h3']
    }

    def "keep-going runs later tasks on the hosts that have not failed"() {
        given:
        broken.addAll(['a h1', 'b h2'])

        when:
        def report = run([task('a'), task('b'), task('c')], 3, new Strategy.Serial(), Tolerance.keepGoing())

        then:
        ran as List == ['a h1', 'a h2', 'a h3', 'b h2', 'b h3', 'c h3']
        fates(report) == [h1: 'Failed', h2: 'Failed', h3: 'Succeeded']
        !events.any { it instanceof TaskEvent.Skipped }
    }

    def "the first failure stops the other hosts, and says so"() {
        given:
        broken << 'a h2'
        def begun = new CountDownLatch(2)
        def inside = { c ->
            begun.countDown()
            if (c.host().name() == 'h1') {
                new CountDownLatch(1).await()
            }
            begun.await(30, TimeUnit.SECONDS)
        }

        when:
        def report = run([task('a', PARALLEL, body('a', inside)), task('b')], 2, PARALLEL, Tolerance.failFast())

        then:
        fates(report) == [h1: 'Skipped', h2: 'Failed']
        report.outcomes()[0].why() == 'h2 failed'
        notices() == ['stopped all hosts because h2 failed']
        events.last() == new TaskEvent.Skipped(['b'], 'h2 failed')
    }

    def "more failures than are tolerated stop all, and those that clean up still run"() {
        given:
        broken.addAll(['a h1', 'a h2'])
        def plan = new Plan([
            new Call(task('a', new Strategy.Serial()), [], hosts(4)),
            new Call(task('b'), [], hosts(4)),
            new Call(task('clean', new Strategy.Serial()), [], hosts(4), 0),
        ])

        when:
        def report = new TaskExecutor(connector(), new TaskExecutor.Limits(9, null, PARALLEL, new Tolerance.UpTo(HostShare.parse('25%', ''))), events::add).execute(plan)

        then:
        ran as List == ['a h1', 'a h2', 'clean h1', 'clean h2', 'clean h3', 'clean h4']
        fates(report) == [h1: 'Failed', h2: 'Failed', h3: 'Skipped', h4: 'Skipped']
    }

    def "stopping ends batches and the wait between them"() {
        given:
        def pause = new Strategy.Rolling(HostShare.sizes('1', ''), Duration.ofHours(1))
        TaskExecutor executor = null
        executor = new TaskExecutor(connector(), new TaskExecutor.Limits(9, null, pause, USUAL), { event ->
            if (event instanceof TaskEvent.Finished) {
                Thread.startVirtualThread { executor.stop() }
            }
        })

        when:
        def report = executor.execute(new Plan([new Call(task('a'), [], hosts(3))]))

        then:
        ran as List == ['a h1']
        fates(report) == [h1: 'Succeeded', h2: 'Stopped', h3: 'Stopped']
        report.outcomes().drop(1).every { !it.begun() }
    }
}
