package jfab.training.data

import java.nio.file.Files
import java.nio.file.Path
import java.time.Duration
import java.util.concurrent.CountDownLatch
import java.util.concurrent.Executors
import java.util.concurrent.TimeUnit
import java.util.stream.Stream
import spock.lang.Specification
import spock.lang.TempDir

class ReaderSpec extends Specification {
    @TempDir
    Path folder

    def "shuffle keeps every sample, mixes only inside its buffer and has another order in each pass"() {
        given:
        Reader<Integer> shuffled = Reader.shuffle((0..<20).&iterator as Reader, 8, 3)

        when:
        def first = shuffled.toList()
        def second = shuffled.toList()

        then:
        [first, second].every { it[0..7].toSet() == (0..7).toSet() && it[16..19].toSet() == (16..19).toSet() }
        first != second
        first != (0..<20).toList()
    }

    def "two processes with the same seed see the same order"() {
        expect:
        def orders = [3L, 3L, 4L].collect { Reader.shuffle((0..<20).&iterator as Reader, 20, it).toList() }
        orders[0] == orders[1]
        orders[0] != orders[2]
    }

    def "the last batch may be smaller"() {
        expect:
        Reader.batch((0..<7).&iterator as Reader, 3).toList() == [[0, 1, 2], [3, 4, 5], [6]]
    }

    def "trainers share each batch by index, and stay in step where a batch is too small for all"() {
        given:
        def batches = Reader.batch((0..<7).&iterator as Reader, 3)

        expect:
        Reader.share(batches, 0, 2).toList() == [[0, 2], [3, 5], [6]]
        Reader.share(batches, 1, 2).toList() == [[1], [4], []]
    }

    def "a buffered reader gives the same samples in the same order, in each pass"() {
        given:
        def buffered = Reader.buffered((0..<100).&iterator as Reader, 3)

        expect:
        [buffered.toList(), buffered.toList()] == [(0..<100).toList()] * 2
    }

    def "a buffered reader reads no further than its size, and its thread ends where a pass is abandoned"() {
        given: 'a source that counts what was taken from it and knows the threads that did'
        def threads = Collections.synchronizedSet([] as Set)
        def taken = new CountDownLatch(4)
        def source = Stream.iterate(0, { it + 1 }).peek { threads << Thread.currentThread(); taken.countDown() }
        def pass = Reader.buffered({ source.iterator() } as Reader, 3).iterator()

        when: 'one is taken, so that three more are fetched'
        def first = pass.next()

        then:
        first == 0
        taken.await(10, TimeUnit.SECONDS)
        threads.each { assert it.join(Duration.ofSeconds(10)) }

        and: 'nobody went on'
        pass.ready.size() == 3
        !threads.contains(Thread.currentThread())
    }

    def "a buffered reader that gives nothing for too long is taken for stuck"() {
        given:
        def given = [hasNext: { sleep(600_000); false }] as Iterator
        def thread = Executors.newVirtualThreadPerTaskExecutor()

        when:
        new ReadAhead(given, 1, { 1 }, thread, Duration.ofSeconds(1)).hasNext()

        then:
        def e = thrown(IllegalStateException)
        e.message == 'the buffered reader has given nothing for 1 s'

        cleanup:
        thread.shutdownNow()
    }

    def "an error behind a buffered reader comes after the samples before it"() {
        given:
        def pass = Reader.buffered({ (1..3).stream().map { 2.intdiv(2 - it) }.iterator() } as Reader, 5).iterator()

        when:
        def first = pass.next()
        pass.next()

        then:
        first == 2
        thrown(ArithmeticException)
    }

    def "firstn, chain and map_readers put readers together; the shortest ends a map"() {
        given:
        Reader<Integer> digits = (0..<5).&iterator as Reader
        Reader<Integer> tens = { [10, 20].iterator() } as Reader

        expect:
        Reader.first(digits, 3).toList() == [0, 1, 2]
        Reader.first(digits, 9).toList() == [0, 1, 2, 3, 4]
        Reader.chain([tens, Reader.first(digits, 0), digits]).toList() == [10, 20, 0, 1, 2, 3, 4]
        Reader.map([digits, tens], { it[0] + it[1] }).toList() == [10, 21]
    }

    def "a cached reader is read once"() {
        given:
        def passes = 0
        def cached = Reader.cache({ passes++; [1, 2].iterator() } as Reader)

        expect:
        passes == 0
        [cached.toList(), cached.toList()] == [[1, 2], [1, 2]]
        passes == 1
    }

    def "housing features are centred and divided by their range over all rows; the first four fifths train"() {
        given: 'ten rows whose first feature is 0 to 9, whose others never change and whose price is 100 and up'
        def file = folder.resolve('housing.data')
        Files.writeString(file, (0..9).collect { " $it.0  " + '5 ' * 12 + "${100 + it}\n" }.join())

        when:
        def housing = Housing.read(file)

        then:
        housing.train().size() == 8
        housing.test().size() == 2
        with(housing.test().last().columns()) {
            it[0].values()[0] == 0.5f
            it[0].values()[1..12] == [0f] * 12
            it[1].values() == [109f] as float[]
        }
    }

    def "a housing file with #problem is refused"() {
        given:
        def file = folder.resolve('housing.data')
        Files.writeString(file, text)

        when:
        Housing.read(file)

        then:
        DataException e = thrown()
        e.message == "$file: $problem"

        where:
        text                                        || problem
        ('1 ' * 14 + '\n') + '1 2 3\n'              || 'line 2 has 3 numbers instead of 14'
        ('1 ' * 14 + '\n') + '1 ' * 13 + 'x\n'      || "line 2: 'x' is not a number"
        '\n'                                        || 'holds no rows'
    }
}
