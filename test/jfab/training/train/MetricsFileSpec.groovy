package jfab.training.train

import groovy.json.JsonSlurper
import java.nio.ByteBuffer
import java.nio.ByteOrder
import java.nio.file.Files
import java.nio.file.Path
import jfab.training.engine.StepPart
import jfab.training.engine.checkpoint.CheckpointException
import spock.lang.Specification
import spock.lang.TempDir

class MetricsFileSpec extends Specification {
    @TempDir
    Path folder
    List<String> said = []

    def step(long number, double loss) {
        new StepMetrics(1_700_000_000_500L, 2, number, 64, 0.25, [loss: loss, accuracy_0: 0.5d], [(StepPart.FORWARD): 1.5d, (StepPart.WAIT): 200d])
    }

    def "each step is a line of JSON, added to those of earlier runs"() {
        when:
        JsonLines.open(folder, said::add).with { write(step(0, 1.25)); close() }
        JsonLines.open(folder, said::add).with { write(step(300, Double.NaN)); close() }
        def lines = Files.readAllLines(folder.resolve('metrics.jsonl')).collect { new JsonSlurper().parseText(it) }

        then:
        lines[0] == [time: '2023-11-14T22:13:20.500Z', pass: 2, step: 0, samples: 64, loss: 1.25, accuracy_0: 0.5, samples_per_second: 256,
                     milliseconds: [step: 250, data: 0, forward: 1.5, backward: 0, optimize: 0, send: 0, wait: 200, receive: 0]]
        lines[1].step == 300
        lines[1].containsKey('loss') && lines[1].loss == null
        lines.size() == 2
    }

    def "the event file is what TensorBoard reads: checked records of a version and a summary per step"() {
        when:
        EventFile.open(folder, said::add).with { write(step(0, 1.25)); write(step(300, 0.75)); close() }
        def file = folder.toFile().list().first()
        def events = records(Files.readAllBytes(folder.resolve(file))).collect { message(it) }

        then:
        file ==~ /events\.out\.tfevents\.\d{10}\..+\.\d+\.\d+/
        new String(events[0][3][0] as byte[]) == 'brain.Event:2'
        events[1][1] == [1_700_000_000.5d]
        events*.get(2) == [null, [0L], [300L]]
        values(events[1]) == [loss: 1.25f, accuracy_0: 0.5f, samples_per_second: 256f, 'milliseconds/step': 250f, 'milliseconds/data': 0f,
                              'milliseconds/forward': 1.5f, 'milliseconds/backward': 0f, 'milliseconds/optimize': 0f, 'milliseconds/send': 0f,
                              'milliseconds/wait': 200f, 'milliseconds/receive': 0f]
        values(events[2]).loss == 0.75f
    }

    def "a folder that cannot be made is one sentence"() {
        given:
        Files.writeString(folder.resolve('file'), '')

        when:
        JsonLines.open(folder.resolve('file/metrics'), said::add)

        then:
        CheckpointException e = thrown()
        e.message.startsWith("${folder.resolve('file/metrics/metrics.jsonl')}: the metrics cannot be written: ")
    }

    /** TFRecord, with both checksums recomputed bit by bit. */
    private static List<byte[]> records(byte[] file) {
        def bytes = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN)
        def records = []
        while (bytes.hasRemaining()) {
            int start = bytes.position()
            def content = new byte[(int) bytes.getLong()]
            assert bytes.getInt() == masked(Arrays.copyOfRange(file, start, start + 8))
            bytes.get(content)
            assert bytes.getInt() == masked(content)
            records << content
        }
        records
    }

    private static int masked(byte[] data) {
        int crc = -1
        for (b in data) {
            crc ^= b & 0xff
            8.times { crc = (crc & 1) ? (crc >>> 1) ^ (int) 0x82f63b78L : crc >>> 1 }
        }
        crc = ~crc
        ((crc >>> 15) | (crc << 17)) + (int) 0xa282ead8L
    }

    /** Protocol buffers without a schema: the values of each field. */
    private static Map<Integer, List> message(byte[] data) {
        def bytes = ByteBuffer.wrap(data).order(ByteOrder.LITTLE_ENDIAN)
        def varint = {
            long value = 0
            for (int shift = 0; ; shift += 7) {
                int b = bytes.get()
                value |= (long) (b & 0x7f) << shift
                if (b >= 0) return value
            }
        }
        def fields = [:].withDefault { [] }
        while (bytes.hasRemaining()) {
            int key = varint() as int
            fields[key >> 3] << switch (key & 7) {
                case 0 -> varint()
                case 1 -> bytes.getDouble()
                case 2 -> { def content = new byte[varint() as int]; bytes.get(content); content }
                case 5 -> bytes.getFloat()
            }
        }
        [:] + fields
    }

    private static Map<String, Float> values(Map event) {
        message(event[5][0] as byte[])[1].collectEntries { def value = message(it as byte[]); [new String(value[1][0] as byte[]), value[2][0]] }
    }
}
