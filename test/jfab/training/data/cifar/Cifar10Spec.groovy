package jfab.training.data.cifar

import java.nio.file.Files
import java.nio.file.Path
import java.util.zip.GZIPOutputStream
import jfab.training.data.DataException
import org.apache.commons.compress.archivers.tar.TarArchiveEntry
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream
import spock.lang.Specification
import spock.lang.TempDir

class Cifar10Spec extends Specification {
    static final TRAIN = (1..5).collect { "data_batch_$it" as String }

    @TempDir
    Path folder

    def "a record of the binary version is a label and 3072 pixels from 0 to 1"() {
        given:
        TRAIN.each { write("${it}.bin", record(7, 0, 255, 51)) }

        when:
        def samples = Cifar10.train(folder).toList()

        then:
        samples.size() == 5
        with(samples[0].columns()) {
            it[0].values().length == 3072
            it[0].values()[0..2] == [0f, 1f, 0.2f]
            it[1].values() == [7L] as long[]
        }
    }

    def "the Python version is read as Python 2 wrote it"() {
        given: 'more labels than Python writes in one group, so that the list grows twice'
        def pixels = new byte[1001 * 3072]
        pixels[1000 * 3072 + 2] = 51 as byte
        write('test_batch', PickleBytes.batch((0..1000).collect { it % 10 } as int[], pixels))

        when:
        def samples = Cifar10.test(folder).toList()

        then:
        samples*.columns().collect { it[1].values()[0] } == (0L..1000L).collect { it % 10 }
        samples[1000].columns()[0].values()[2] == 0.2f
        samples[999].columns()[0].values().every { it == 0f }
    }

    def "an archive gives what its files give, in the archive's order, and again in the next pass"() {
        given:
        def file = archive(name, [readme: 'x'.bytes, 'data_batch_4': content(4), 'test_batch': content(0), 'data_batch_1': content(1),
                                  'data_batch_2': content(2), 'data_batch_3': content(3), 'data_batch_5': content(5)], suffix)

        expect:
        [folder, file].each { place ->
            def train = Cifar10.train(place)
            assert [1, 2].collect { labels(train) } == [[4, 1, 2, 3, 5]] * 2
            assert labels(Cifar10.test(place)) == [0]
        }

        where:
        name                       | suffix | content
        'cifar-10-python.tar.gz'   | ''     | { int label -> PickleBytes.batch([label] as int[], new byte[3072]) }
        'cifar-10-binary.tar.gz'   | '.bin' | { int label -> record(label) }
    }

    def "generated pictures are read back through the reader of the real format"() {
        when:
        PictureGenerator.write(folder.resolve('cifar-10-batches-bin'), 203, 20, 5)

        then:
        labels(Cifar10.train(folder)).size() == 203
        labels(Cifar10.train(folder)).toSet() == (0L..9L).toSet()
        labels(Cifar10.test(folder)).size() == 20
    }

    def "the same seed makes the same pictures, another seed others"() {
        when:
        ['a': 4L, 'b': 4L, 'c': 5L].each { name, seed -> PictureGenerator.write(folder.resolve(name), 5, 1, seed) }
        def bytes = ['a', 'b', 'c'].collect { Files.readAllBytes(folder.resolve(it).resolve('data_batch_3.bin')) }

        then:
        bytes[0] == bytes[1]
        bytes[0] != bytes[2]
    }

    def "a missing file is named: #message"() {
        given:
        files.each { write(it, record(1)) }

        when:
        Cifar10."$set"(folder)

        then:
        DataException e = thrown()
        e.message == "$folder$message"

        where:
        set     | files                     || message
        'train' | []                        || ': has neither cifar-10-python.tar.gz nor cifar-10-binary.tar.gz nor their files data_batch_1 or data_batch_1.bin'
        'train' | ['test_batch.bin']        || ': has neither cifar-10-python.tar.gz nor cifar-10-binary.tar.gz nor their files data_batch_1 or data_batch_1.bin'
        'train' | TRAIN[0, 1, 2, 4]*.plus('.bin') || '/data_batch_4.bin: no such file'
    }

    def "damage to the binary version is reported with record and offset: #message"() {
        given:
        write('test_batch.bin', bytes as byte[])

        when:
        Cifar10.test(folder).toList()

        then:
        DataException e = thrown()
        e.message == "$folder/test_batch.bin: $message"

        where:
        bytes                                      || message
        []                                         || 'holds no records'
        record(1).toList() + record(10).toList()   || 'record 1 at byte 3073: the label 10 is not one of 0 to 9'
        record(1).toList() + [3] * 100             || 'record 1 at byte 3073 ends after 100 of its 3073 bytes'
    }

    def "damage to the Python version is reported with the offset: #message"() {
        given:
        write('test_batch', bytes)

        when:
        Cifar10.test(folder).toList()

        then:
        DataException e = thrown()
        e.message == "$folder/test_batch: $message"

        where:
        bytes                                                            || message
        new byte[0]                                                      || 'ends at byte 0, inside its pickle'
        PickleBytes.batch([1, 12] as int[], new byte[6144])              || 'record 1 at byte 62: the label 12 is not one of 0 to 9'
        PickleBytes.batch([1] as int[], new byte[3072])[0..<2000] as byte[] || 'ends at byte 2000, inside the 3072 bytes that begin at byte 207'
        PickleBytes.batch([1, 2] as int[], new byte[3072])               || 'at byte 209: data has the shape [2, 3072] and 3072 bytes, for 2 labels'
        new PickleBytes().op(0x80).op(2).op('c' as char as int).line('os').line('system').bytes() || 'at byte 2: the name os.system does not belong into CIFAR-10\'s pickles'
        new PickleBytes().op(0x80).op(2).op('(' as char as int).line('os').bytes() || 'at byte 3: the opcode 111 does not belong into CIFAR-10\'s pickles'
        new PickleBytes().op('e' as char as int).bytes()                 || 'at byte 0: an end without a beginning does not belong into CIFAR-10\'s pickles'
        new PickleBytes().op('}' as char as int).op('.' as char as int).bytes() || 'its dictionary [] has no list of labels'
        new PickleBytes().op(']' as char as int).op('.' as char as int).bytes() || 'at byte 0: holds no dictionary'
    }

    def "an archive that is #problem is called so"() {
        given:
        def file = archive('cifar-10-binary.tar.gz', ['test_batch': record(1), 'data_batch_1': record(2)], '.bin')
        def whole = Files.readAllBytes(file)
        Files.write(file, change(whole) as byte[])

        when:
        Cifar10.train(folder).toList()

        then:
        DataException e = thrown()
        e.message == "$file: $message"

        where:
        problem    | change                                        || message
        'no gzip'  | { it[1..-1] }                                 || 'is damaged: Not in GZIP format'
        'cut off'  | { it[0..<(it.length.intdiv(2))] }             || 'is damaged: Unexpected end of ZLIB input stream'
        'too small' | { it }                                       || 'holds no data_batch_2, data_batch_3, data_batch_4, data_batch_5'
    }

    private static List<Long> labels(reader) {
        reader.collect { it.columns()[1].values()[0] }
    }

    private static byte[] record(int label, int... pixels) {
        def record = new byte[3073]
        record[0] = label as byte
        pixels.eachWithIndex { pixel, i -> record[i + 1] = pixel as byte }
        record
    }

    private void write(String name, byte[] bytes) {
        Files.write(folder.resolve(name), bytes)
    }

    private Path archive(String name, Map<String, byte[]> files, String suffix) {
        def file = folder.resolve(name)
        new TarArchiveOutputStream(new GZIPOutputStream(Files.newOutputStream(file))).withCloseable { tar ->
            files.each { batch, bytes ->
                def entry = new TarArchiveEntry("cifar-10-batches/$batch$suffix" as String)
                entry.size = bytes.length
                tar.putArchiveEntry(entry)
                tar.write(bytes)
                tar.closeArchiveEntry()
            }
        }
        file
    }
}
