package jfab.training.engine.checkpoint

import java.nio.file.Files
import java.nio.file.Path
import jfab.training.engine.HostTensor
import jfab.training.program.DataType
import jfab.training.program.Shape
import spock.lang.Specification
import spock.lang.TempDir

class CheckpointsSpec extends Specification {
    @TempDir
    Path folder
    Checkpoints checkpoints

    def setup() {
        checkpoints = new Checkpoints(folder.resolve('deep'), 2)
    }

    def "any run of a variable is put together from the parts that hold it"() {
        given:
        save(20)

        expect:
        read(20, offset, length) == values

        where:
        offset | length || values
        0      | 10     || (0..9)
        0      | 6      || (0..5)
        5      | 3      || (5..7)
        9      | 1      || [9]
    }

    def "a checkpoint is complete when its last part is there, and not before"() {
        when:
        write(20, 0, 6)

        then:
        !checkpoints.complete(20)

        when:
        write(20, 6, 4)

        then:
        checkpoints.complete(20)
        checkpoints.steps() == [20]
    }

    def "the newest complete ones stay, and those that are not complete yet"() {
        when:
        [10, 20, 30, 40].each { save(it) }
        write(50, 0, 6)

        then:
        checkpoints.steps() == [50, 40, 30]
    }

    def "values that are #value are in no checkpoint, and the last good one stays however many lack that part"() {
        given:
        save(20)

        when:
        checkpoints.write(new Part('server-1-of-2', 30, 'digest', 30, 2, [new Piece('w', 6, HostTensor.of(Shape.of(4), 1f, 2f, value, 4f))]))

        then:
        CheckpointException e = thrown()
        e.message == "${folder.resolve('deep/checkpoint_30')}: is not written, since 'w' is NaN or infinite"

        when:
        (3..9).each { write(it * 10, 0, 6) }

        then:
        checkpoints.steps() == [90, 80, 70, 60, 20]
        checkpoints.complete(20)

        where:
        value << [Float.NaN, Float.NEGATIVE_INFINITY]
    }

    def "what a script was given back may be NaN"() {
        when:
        checkpoints.write(new Part('local', 20, 'digest', 20, 1, [new Piece('w', 0, HostTensor.of(Shape.of(1), 1f))],
                [new Piece('journal.reals', 0, HostTensor.of(Shape.of(1), Float.NaN))]))

        then:
        checkpoints.complete(20)
        checkpoints.open(20, 'digest', '').length('journal.reals') == 1
    }

    def "a host that sees one part only keeps two more, since another host may be behind"() {
        when:
        (1..9).each { write(it * 10, 0, 6) }

        then:
        checkpoints.steps() == [90, 80, 70, 60]
    }

    def "what came after the step that training goes back to is removed"() {
        given:
        [10, 20].each { save(it) }

        when:
        checkpoints.discardAfter(10)

        then:
        checkpoints.steps() == [10]
    }

    def "a checkpoint of another program is refused"() {
        given:
        save(20)

        when:
        checkpoints.open(20, 'other', '')

        then:
        def e = thrown(CheckpointException)
        e.message == at('').toString() + ': is a checkpoint of another program: its variables or operators are not those of this script'
    }

    def "#what is one clear error: #message"() {
        given:
        save(20)

        when:
        damage(at('server-1-of-2.safetensors'), at('server-1-of-2.json'))
        read(20, 0, 10)

        then:
        def e = thrown(CheckpointException)
        e.message == at(file).toString() + ': ' + message

        where:
        what                     | file                       || message
        'a truncated file'       | 'server-1-of-2.safetensors' || 'is damaged: it has 20 bytes and was written with 88'
        'a changed byte'         | 'server-1-of-2.safetensors' || 'is damaged: its content is not what was written'
        'a missing file'         | 'server-1-of-2.safetensors' || 'is missing, and the checkpoint cannot be used without it'
        'a missing part'         | ''                          || 'lacks 1 of its 2 parts; it has server-0-of-2'
        'a description half gone' | 'server-1-of-2.json'       || 'is damaged: it is not JSON'
        damage = [
                'a truncated file'        : { values, json -> Files.write(values, Arrays.copyOf(Files.readAllBytes(values), 20)) },
                'a changed byte'          : { values, json -> Files.write(values, Files.readAllBytes(values).tap { it[-1]++ }) },
                'a missing file'          : { values, json -> Files.delete(values) },
                'a missing part'          : { values, json -> Files.delete(values); Files.delete(json) },
                'a description half gone' : { values, json -> Files.writeString(json, Files.readString(json)[0..40]) },
        ][what]
    }

    def "without all parts an incomplete checkpoint covers only what it has"() {
        given:
        write(20, 0, 6)

        expect:
        checkpoints.open(20, 'digest', '').cover([piece(offset, length)]) == covered

        where:
        offset | length || covered
        0      | 6      || true
        2      | 3      || true
        0      | 10     || false
        6      | 4      || false
    }

    /** Elements 0 to 9 of w, in two parts. */
    private save(long step) {
        write(step, 0, 6)
        write(step, 6, 4)
    }

    private write(long step, int offset, int length) {
        def values = (offset..<(offset + length)).collect { it as float } as float[]
        checkpoints.write(new Part("server-${offset ? 1 : 0}-of-2", step, 'digest', step, 2,
                [new Piece('w', offset, HostTensor.of(Shape.of(length), values))]))
    }

    private List read(long step, int offset, int length) {
        def piece = piece(offset, length)
        checkpoints.open(step, 'digest', '').read(piece)
        piece.tensor().values().collect { it as int }
    }

    private static Piece piece(int offset, int length) {
        new Piece('w', offset, HostTensor.zeros(Shape.of(length), DataType.FLOAT32))
    }

    private Path at(String file) {
        folder.resolve('deep/checkpoint_20').resolve(file)
    }
}
