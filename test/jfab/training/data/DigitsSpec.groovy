package jfab.training.data

import jfab.digits.DigitGenerator
import java.nio.ByteBuffer
import java.nio.file.Files
import java.nio.file.Path
import java.util.zip.GZIPInputStream
import spock.lang.Specification
import spock.lang.TempDir

class DigitsSpec extends Specification {
    @TempDir
    Path folder

    def "generated digits are read back through the reader of the real format"() {
        when:
        DigitGenerator.write(folder, 60, 20, 5)
        def train = Digits.train(folder)
        def samples = train.reader().toList()

        then:
        train.count() == 60
        Digits.test(folder).count() == 20
        samples.every { it.columns()[0].values().length == 784 && it.columns()[1].values().length == 1 }
        samples.collect { it.columns()[1].values()[0] }.toSet() == (0L..9L).toSet()

        and: 'pixels reach from black to white'
        samples*.columns()*.first()*.values().collect { it.min() }.min() == -1f
        samples*.columns()*.first()*.values().collect { it.max() }.max() == 1f
    }

    def "the same seed makes the same files, another seed others"() {
        given:
        def names = ['a', 'b', 'c']

        when:
        [4L, 4L, 5L].eachWithIndex { seed, i -> DigitGenerator.write(folder.resolve(names[i]), 12, 3, seed) }
        def bytes = names.collect { Files.readAllBytes(folder.resolve(it).resolve('train-images-idx3-ubyte.gz')) }

        then:
        bytes[0] == bytes[1]
        bytes[0] != bytes[2]
    }

    def "a plain file is read like its compressed form"() {
        given:
        DigitGenerator.write(folder, 10, 10, 1)
        def compressed = Digits.train(folder).reader().toList()

        when:
        folder.toFile().listFiles().each { gz ->
            new File(gz.path - '.gz').bytes = gz.withInputStream { new GZIPInputStream(it).bytes }
            gz.delete()
        }
        def plain = Digits.train(folder).reader().toList()

        then:
        plain.collect { it.columns()[0].values().toList() } == compressed.collect { it.columns()[0].values().toList() }
    }

    def "a pixel v becomes v / 255 * 2 - 1"() {
        given:
        write('train-images-idx3-ubyte', [0x0803, 1, 28, 28], [0, 255, 51] + [0] * 781)
        write('train-labels-idx1-ubyte', [0x0801, 1], [7])

        expect:
        with(Digits.train(folder).reader().first()) {
            columns()[0].values()[0..2].collect { (it as double).round(5) } == [-1d, 1d, -0.6d]
            columns()[1].values() == [7L] as long[]
        }
    }

    def "damage is reported with file, offset and what is wrong: #message"() {
        given:
        write('train-images-idx3-ubyte', images, pixels)
        write('train-labels-idx1-ubyte', labels, classes)

        when:
        Digits.train(folder)

        then:
        DataException e = thrown()
        e.message.startsWith(folder.toString())
        e.message.endsWith(message)

        where:
        images               | pixels    | labels      | classes || message
        [0x0801, 1, 28, 28]  | [0] * 784 | [0x0801, 1] | [1]     || 'train-images-idx3-ubyte: at byte 0: the magic number 2051 of this kind of IDX file is not there'
        [0x0803, 1]          | []        | [0x0801, 1] | [1]     || 'train-images-idx3-ubyte: ends at byte 8, inside its header'
        [0x0803, 2, 28, 28]  | [0] * 784 | [0x0801, 2] | [1, 2]  || 'train-images-idx3-ubyte: ends at byte 800 instead of 1584, which its dimensions [2, 28, 28] need'
        [0x0803, 1, 28, 28]  | [0] * 785 | [0x0801, 1] | [1]     || 'train-images-idx3-ubyte: goes on at byte 800, where its dimensions [1, 28, 28] end'
        [0x0803, -1, 28, 28] | []        | [0x0801, 1] | [1]     || 'train-images-idx3-ubyte: at byte 4: the dimension -1 cannot be right'
        [0x0803, 1, 14, 56]  | [0] * 784 | [0x0801, 1] | [1]     || 'train-images-idx3-ubyte: at byte 8: its pictures have 14 by 56 pixels instead of 28 by 28'
        [0x0803, 1, 28, 28]  | [0] * 784 | [0x0801, 2] | [1, 2]  || 'train-labels-idx1-ubyte: at byte 4: it has 2 labels for 1 pictures in train-images-idx3-ubyte'
        [0x0803, 1, 28, 28]  | [0] * 784 | [0x0801, 1] | [10]    || 'train-labels-idx1-ubyte: at byte 8: the label 10 is not a digit'
    }

    def "a compressed file that was cut off is called damaged"() {
        given:
        DigitGenerator.write(folder, 10, 10, 1)
        def file = folder.resolve('train-images-idx3-ubyte.gz')
        def bytes = Files.readAllBytes(file)
        Files.write(file, Arrays.copyOf(bytes, bytes.length.intdiv(2)))

        when:
        Digits.train(folder)

        then:
        DataException e = thrown()
        e.message.startsWith("$file: is damaged")
    }

    def "a folder without the files says which, and where it looked"() {
        when:
        Digits.test(folder)

        then:
        DataException e = thrown()
        e.message == "$folder: has neither t10k-images-idx3-ubyte.gz nor t10k-images-idx3-ubyte; the folder of the four MNIST files is needed"
    }

    private write(String name, List<Integer> header, List<Integer> content) {
        def buffer = ByteBuffer.allocate(4 * header.size() + content.size())
        header.each { buffer.putInt(it) }
        content.each { buffer.put(it as byte) }
        Files.write(folder.resolve(name), buffer.array())
    }
}
