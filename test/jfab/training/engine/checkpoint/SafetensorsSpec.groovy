package jfab.training.engine.checkpoint

import groovy.json.JsonSlurper
import java.nio.ByteBuffer
import java.nio.ByteOrder
import java.nio.file.Files
import java.nio.file.Path
import jfab.training.engine.HostTensor
import jfab.training.program.DataType
import jfab.training.program.Shape
import spock.lang.Specification
import spock.lang.TempDir

class SafetensorsSpec extends Specification {
    @TempDir
    Path folder
    Map tensors = [w: HostTensor.of(Shape.of(2, 3), 1f, -2f, 3.5f, 4f, 5f, 6f), 'step"1"': HostTensor.of(Shape.of(1), 1L << 40)]

    def "what was written is read back by name, in any order"() {
        given:
        def file = folder.resolve('deep/model.safetensors')
        def targets = ['step"1"': HostTensor.zeros(Shape.of(1), DataType.INT64), w: HostTensor.zeros(Shape.of(2, 3), DataType.FLOAT32)]

        when:
        Safetensors.write(file, tensors)
        Safetensors.read(file, targets)

        then:
        targets.w.values() == [1, -2, 3.5, 4, 5, 6] as double[]
        targets['step"1"'].values() == [1L << 40] as double[]
    }

    def "what is NaN or infinite is written, and named"() {
        expect:
        Safetensors.write(folder.resolve('model.safetensors'), tensors) == [] as Set
        Safetensors.write(folder.resolve('model.safetensors'),
                tensors + [a: HostTensor.of(Shape.of(2), 1f, Float.NaN), b: HostTensor.of(Shape.of(1), Float.POSITIVE_INFINITY)]) == ['a', 'b'] as Set
    }

    def "the file is a length, a JSON header and the elements, and nothing else is left in the folder"() {
        given:
        def file = folder.resolve('model.safetensors')

        when:
        Safetensors.write(file, tensors)
        def bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN)
        int length = bytes.getLong()
        def header = new JsonSlurper().parseText(new String(bytes.array(), 8, length, 'UTF-8'))

        then:
        header == [w: [dtype: 'F32', shape: [2, 3], data_offsets: [0, 24]], 'step"1"': [dtype: 'I64', shape: [1], data_offsets: [24, 32]]]
        // Also the order of its words, by which equal tensors are equal files.
        new String(bytes.array(), 8, length, 'UTF-8').startsWith('{"w":{"dtype":"F32","shape":[2,3],"data_offsets":[0,24]},"step')
        length % 8 == 0
        bytes.capacity() == 8 + length + 32
        bytes.getFloat(8 + length + 8) == 3.5f
        bytes.getLong(8 + length + 24) == 1L << 40
        folder.toFile().list() as List == ['model.safetensors']
    }

    def "a file that is #damage is refused in one sentence"() {
        given:
        def file = folder.resolve('model.safetensors')
        Safetensors.write(file, tensors)
        def bytes = Files.readAllBytes(file)
        Files.write(file, change(bytes))

        when:
        Safetensors.read(file, [(name): HostTensor.zeros(shape, DataType.FLOAT32)])

        then:
        CheckpointException e = thrown()
        e.message.startsWith("$file: ")
        e.message.contains(message)

        where:
        damage          | name | shape          | change                                                        || message
        'cut off'       | 'w'  | Shape.of(2, 3) | { Arrays.copyOf(it, it.length - 20) }                         || 'before the values that its header names'
        'no such file'  | 'w'  | Shape.of(2, 3) | { 'hello, world' as byte[] }                                  || 'is not a safetensors file'
        'not JSON'      | 'w'  | Shape.of(2, 3) | { it[8] = 'x' as char as byte; it }                           || 'its header is not JSON'
        'without it'    | 'v'  | Shape.of(2, 3) | { it }                                                        || "has no variable 'v'"
        'of other size' | 'w'  | Shape.of(3, 2) | { it }                                                        || "'w' is F32[2, 3] there and F32[3, 2] in the program"
    }

    def "a checkpoint that cannot be written leaves the old one as it is"() {
        given:
        def file = folder.resolve('model.safetensors')
        Safetensors.write(file, [w: HostTensor.of(Shape.of(1), 7f)])
        Files.createDirectory(folder.resolve('model.safetensors.tmp'))

        when:
        Safetensors.write(file, tensors)

        then:
        CheckpointException e = thrown()
        e.message.startsWith("$file: cannot be written")

        and:
        def target = HostTensor.zeros(Shape.of(1), DataType.FLOAT32)
        Safetensors.read(file, [w: target])
        target.mean() == 7d
    }
}
