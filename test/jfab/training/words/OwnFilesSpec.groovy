package jfab.training.words

import java.awt.Transparency
import java.awt.color.ColorSpace
import java.awt.image.BufferedImage
import java.awt.image.ComponentColorModel
import java.awt.image.DataBuffer
import java.nio.ByteBuffer
import java.nio.ByteOrder
import java.nio.file.Files
import java.nio.file.Path
import java.util.zip.GZIPOutputStream
import java.util.zip.ZipEntry
import java.util.zip.ZipOutputStream
import javax.imageio.ImageIO
import jfab.JfabException
import jfab.training.data.DataException
import spock.lang.Specification
import spock.lang.TempDir

class OwnFilesSpec extends Specification {
    static final HOUSES = 'rooms,age,price,kind\n3,10,100.5,old\n\n4,20,200,"new, large"\n5,30,3e2,old\n'
    static final SHOW = 'def show = { rows -> rows.collect { row -> row.values().collect { it.toList() } } }\n'
    static final NETWORK = """
        def x = data(name: 'x', shape: [2], dtype: 'float32')
        def n = data(name: 'n', shape: [2], dtype: 'int64')
        def exe = Executor(CPUPlace())
        def feeder = DataFeeder(feed_list: [x, n])
        def same = [scale(x: x, scale: 1.0), cast(x: n, dtype: 'float32')]
        batch(npy(columns: [x: 'x.npy', n: 'x.npy']), 2).each { rows ->
            println exe.run(default_main_program(), feed: feeder.feed(rows), fetch_list: same).collect { it.values().toList() }
        }
    """
    @TempDir
    Path folder
    LocalProcess process = new LocalProcess()

    def cleanup() {
        process.close()
    }

    def "a table is read by the names of its columns: #call"() {
        given:
        write('houses.csv', HOUSES)
        write('houses.tsv', HOUSES.replace(',', '\t').replace('"new\t large"', 'new, large'))
        write('bare.csv', HOUSES.lines().skip(1).toList().join('\r\n'))
        new GZIPOutputStream(Files.newOutputStream(folder.resolve('houses.csv.gz'))).withStream { it << HOUSES }

        when:
        run("println show($call)\ndef rows = $call\nprintln rows.size('label') + ' ' + rows.names('label')")

        then:
        process.printed() == ['[[[3.0, 10.0], [100.5], [1]], [[4.0, 20.0], [200.0], [0]], [[5.0, 30.0], [300.0], [1]]]', '2 [new, large, old]']

        where:
        call << ["csv('houses.csv', columns: [x: ['rooms', 'age'], y: 'price', label: classes('kind')])",
                 "csv('houses.csv.gz', columns: [x: ['rooms', 'age'], y: 'price', label: classes('kind')])",
                 "tsv('houses.tsv', columns: [x: ['rooms', 'age'], y: 'price', label: classes('kind')])",
                 "csv('bare.csv', header: ['rooms', 'age', 'price', 'kind'], columns: [x: ['rooms', 'age'], y: 'price', label: classes('kind')])"]
    }

    def "a mark of UTF-8 before the first line is none of the data: #call"() {
        given:
        write('m.csv', '\uFEFFred,1\nblue,2\nred,3\n')
        write('m.tsv', '\uFEFFred\t1\nblue\t2\nred\t3\n')
        write('q.csv', '\uFEFF"red",1\nblue,2\nred,3\n')
        write('k.csv', '\uFEFF"kind",n\nred,1\nblue,2\nred,3\n')
        write('texts/x.txt', '\uFEFFred')
        write('texts/y.txt', 'blue')
        write('texts/z.txt', 'red')

        when:
        run("def rows = $call\nprintln \"\${show(rows)} \${rows.names('k')}\"")

        then:
        process.printed() == ['[[[1]], [[0]], [[1]]] [blue, red]']

        where:
        call << ["csv('m.csv', header: ['kind', 'n'], columns: [k: classes('kind')])",
                 "tsv('m.tsv', header: ['kind', 'n'], columns: [k: classes('kind')])",
                 "csv('q.csv', header: ['kind', 'n'], columns: [k: classes('kind')])",
                 "csv('k.csv', columns: [k: classes('kind')])",
                 "texts('texts', columns: [k: classes('text')])"]
    }

    def "quotes in a file of tabs are letters, and a line is a row"() {
        given:
        write('t.tsv', 'a\tb\tcls\n1\t2\t"x\n3\t4\ty\n5\t6\tz"\n7\t8\t"w"\n9\t0\tw\n\n2\t1\t 5" disk\n')

        when:
        run("def rows = tsv('t.tsv', columns: [x: ['a', 'b'], label: classes('cls')])\nprintln show(rows).size() + ' ' + rows.names('label')\n"
            + "println csv('t.tsv', separator: '\\t', columns: [a: 'a']).collect { it.a.values()[0] as int }.join(' ')")

        then:
        process.printed() == ['6 ["w", "x, 5" disk, w, y, z"]', '1 7 9 2']
    }

    def "numbers are normalized by the file that taught them, also those of another file; split spreads what is tested"() {
        given:
        write('train.csv', 'a,b\n1,7\n3,7\n')
        write('test.csv', 'a,b\n5,8\n')

        when:
        run('''
            def rows = csv('train.csv', columns: [x: numbers(['a', 'b'], normalize: true)])
            println show(rows)
            println show(rows.from('test.csv'))
            def (train, test) = rows.split(0.5)
            println "${show(train)} ${show(test)}"
        ''')

        then:
        process.printed() == ['[[[-1.0, 0.0]], [[1.0, 0.0]]]', '[[[3.0, 1.0]]]', '[[[-1.0, 0.0]]] [[[1.0, 0.0]]]']
    }

    def "texts become the numbers of their words, the rare ones those of the last"() {
        given:
        write('texts/good/b.txt', 'Good, good film!')
        write('texts/bad/a.txt', 'A bad, bad, bad film')
        write('texts/bad/.hidden.txt', 'no')
        write('more.tsv', 'text\tclass\nfilm unseen\tgood\n...\tbad\n')

        when:
        run('''
            def rows = texts('texts', columns: [words: words(), label: classes()])
            println rows.names('words')
            println show(rows)
            println show(texts('texts', columns: [words: words('text', size: 3)]))
            println show(tsv('more.tsv', columns: [words: words('text'), label: classes('class')]))
        ''')

        then:
        process.printed() == ['[bad, film, good, a, <unk>]', '[[[3, 0, 0, 0, 1], [0]], [[2, 2, 1], [1]]]', '[[[2, 0, 0, 0, 1]], [[2, 2, 1]]]',
                              '[[[0, 1], [1]], [[2], [0]]]']
    }

    def "pictures keep their grey, their colours and their classes, and are scaled by means"() {
        given:
        picture('flowers/b/grey.png', BufferedImage.TYPE_BYTE_GRAY, 2, 2) { image, x, y -> image.raster.setSample(x, y, 0, 128) }
        picture('flowers/a/colour.png', BufferedImage.TYPE_INT_RGB, 4, 4) { image, x, y -> image.setRGB(x, y, x < 2 ? 0xff0000 : 0x0000ff) }
        picture('flowers/a/flat.jpg', BufferedImage.TYPE_INT_RGB, 8, 8) { image, x, y -> image.setRGB(x, y, 0x808080) }
        picture('flowers/b/clear.png', BufferedImage.TYPE_INT_ARGB, 2, 2) { image, x, y -> image.setRGB(x, y, 0x00123456) }

        when:
        run('''
            def rows = images('flowers', columns: [img: image(size: [1, 2]), label: classes()])
            show(rows).each { row -> println row.collect { it.collect { Math.round(it * 100) } } }
            println show(images('flowers', columns: [img: image(size: 1, channels: 1)])).collect { Math.round(it[0][0] * 100) }
        ''')

        then:
        process.printed() == ['[[100, 0, 0, 0, 0, 100], [0]]', '[[50, 50, 50, 50, 50, 50], [0]]', '[[100, 100, 100, 100, 100, 100], [100]]',
                              '[[50, 50, 50, 50, 50, 50], [100]]', '[21, 50, 100, 50]']
    }

    def "grey with alpha is that grey, and folders in a class's folder belong to it; what is hidden does not"() {
        given:
        greyWithAlpha('p/b/deep/er/grey.png', [[100, 255], [100, 0]])
        picture('p/a/black.png', BufferedImage.TYPE_BYTE_GRAY, 1, 1) { image, x, y -> image.raster.setSample(x, y, 0, 0) }
        picture('p/.thumbs/black.png', BufferedImage.TYPE_BYTE_GRAY, 1, 1) { image, x, y -> image.raster.setSample(x, y, 0, 0) }
        Files.createSymbolicLink(folder.resolve('p/linked'), folder.resolve('p/a'))

        when:
        run("show(images('p', columns: [img: image(size: [1, 2], channels: 1), label: classes()])).each { println it }")

        then:
        process.printed() == ['[[0.0, 0.0], [0]]', '[[0.39215687, 1.0], [1]]', '[[0.0, 0.0], [2]]']
    }

    def "pictures of 16 bits keep them all: #kind"() {
        given:
        png('p/a/deep.png', space, alpha, DataBuffer.TYPE_USHORT, [pixel])

        when:
        run("println show(images('p', columns: [img: image(size: 1, channels: $channels)]))[0][0].collect { Math.round(it * 65535) }")

        then:
        process.printed() == ["$numbers"]

        where:
        kind            | space                 | alpha | pixel                    | channels || numbers
        'grey'          | ColorSpace.CS_GRAY    | false | [300]                    | 1        || [300]
        'RGB'           | ColorSpace.CS_sRGB    | false | [300, 383, 65535]        | 3        || [300, 383, 65535]
        'RGBA'          | ColorSpace.CS_sRGB    | true  | [300, 383, 0, 65535]     | 3        || [300, 383, 0]
        'clear'         | ColorSpace.CS_sRGB    | true  | [300, 383, 0, 0]         | 3        || [65535, 65535, 65535]
        'RGB as grey'   | ColorSpace.CS_sRGB    | false | [301, 301, 301]          | 1        || [301]
    }

    private void greyWithAlpha(String name, List<List<Integer>> row) {
        png(name, ColorSpace.CS_GRAY, true, DataBuffer.TYPE_BYTE, row)
    }

    /** A PNG of a row of pixels, each its colours or its grey, and its opacity where there is {@code alpha}. */
    private void png(String name, int space, boolean alpha, int type, List<List<Integer>> row) {
        def model = new ComponentColorModel(ColorSpace.getInstance(space), alpha, false,
                alpha ? Transparency.TRANSLUCENT : Transparency.OPAQUE, type)
        def raster = model.createCompatibleWritableRaster(row.size(), 1)
        row.eachWithIndex { pixel, x -> raster.setPixel(x, 0, pixel as int[]) }
        Files.createDirectories(folder.resolve(name).parent)
        assert ImageIO.write(new BufferedImage(model, raster, false, null), 'png', folder.resolve(name).toFile())
    }

    def "arrays of NumPy are read in their types: #descr"() {
        given:
        Files.write(folder.resolve('x.npy'), npy(descr, '(2, 2)', bytes))
        new ZipOutputStream(Files.newOutputStream(folder.resolve('xy.npz'))).withStream { zip ->
            zip.putNextEntry(new ZipEntry('a.npy'))
            zip.write(npy(descr, '(2, 2)', bytes))
        }

        when:
        run("println show(npy(columns: [x: 'x.npy']))\nprintln show(npz('xy.npz', columns: [x: 'a']))")

        then:
        process.printed() == [expected, expected]
        failure("show(npz('x.npy', columns: [x: 'a']))").contains('x.npy: is no .npz, in which arrays have names; a .npy has one: npy(columns: [x: ')

        where:
        descr | bytes                                                                      || expected
        '<f4' | little(16) { it.putFloat(1).putFloat(2).putFloat(3).putFloat(4.5f) }       || '[[[1.0, 2.0]], [[3.0, 4.5]]]'
        '>f8' | ByteBuffer.allocate(32).putDouble(1).putDouble(2).putDouble(3).putDouble(4).array() || '[[[1.0, 2.0]], [[3.0, 4.0]]]'
        '|u1' | [1, 2, 3, 255] as byte[]                                                   || '[[[1, 2]], [[3, 255]]]'
        '<i2' | little(8) { it.putShort((short) 1).putShort((short) -2).putShort((short) 3).putShort((short) 4) } || '[[[1, -2]], [[3, 4]]]'
        '<f2' | little(8) { it.putShort((short) 0x3c00).putShort((short) 0xc000).putShort((short) 0x3555).putShort((short) 0) } || '[[[1.0, -2.0]], [[0.33325195, 0.0]]]'
        '|b1' | [1, 0, 0, 1] as byte[]                                                     || '[[[1, 0]], [[0, 1]]]'
        '<i8' | little(32) { it.putLong(1).putLong(2).putLong(3).putLong(4) }              || '[[[1, 2]], [[3, 4]]]'
    }

    def "an array whose first index runs fastest has the same rows"() {
        given: // numpy.arange(24).reshape(2, 3, 4) in Fortran order
        def bytes = [0, 12, 4, 16, 8, 20, 1, 13, 5, 17, 9, 21, 2, 14, 6, 18, 10, 22, 3, 15, 7, 19, 11, 23]
        def content = ByteBuffer.allocate(48)
        bytes.each { content.putShort(it as short) }
        Files.write(folder.resolve('x.npy'), npy('>i2', '(2, 3, 4)', content.array(), true))

        when:
        run("println show(npy(columns: [x: 'x.npy']))")

        then:
        process.printed() == ["[[${(0..11).toList()}], [${(12..23).toList()}]]".toString()]
    }

    def "an array of whole numbers feeds variables of both types"() {
        given:
        Files.write(folder.resolve('x.npy'), npy('|u1', '(2, 2)', [0, 128, 1, 255] as byte[]))

        when:
        run(NETWORK)

        then:
        process.printed() == ['[[0.0, 128.0, 1.0, 255.0], [0.0, 128.0, 1.0, 255.0]]']
    }

    def "an array of another shape than the variable's is refused, one that is flat or has dimensions of 1 is not: #shape for #type"() {
        given:
        Files.write(folder.resolve('x.npy'), npy('|u1', shape, (0..11) as byte[]))

        expect:
        failure("def x = data(name: 'x', $type)\n"
            + "DataFeeder(feed_list: [x]).feed(npy(columns: [x: 'x.npy']).toList())").replace("$folder/", '').replace('files.groovy:3: ', '') == message

        where:
        shape          | type                                              || message
        '(2, 3, 2)'    | "shape: [2, 3], dtype: 'float32'"                 || "x.npy: row 0 of the batch: 'x' takes 6 numbers (float32 of shape [2, 3]), and here are lists of shape [3, 2]"
        '(2, 3, 2)'    | "shape: [2, 3], dtype: 'int64'"                   || "x.npy: row 0 of the batch: 'x' takes 6 numbers (int64 of shape [2, 3]), and here are lists of shape [3, 2]"
        '(1, 6, 2)'    | "shape: [3], dtype: 'int64', lod_level: 1"        || "x.npy: row 0 of the batch: 'x' takes a list of elements with 3 numbers (int64 of shape [3]) each, and here are lists of shape [6, 2]"
        '(3, 4)'       | "shape: [2, 3], dtype: 'float32'"                 || "x.npy: row 0 of the batch: 'x' takes 6 numbers (float32 of shape [2, 3]), and here are 4 numbers"
        '(2, 2, 3)'    | "shape: [2, 3], dtype: 'float32'"                 || 'nothing'
        '(2, 6)'       | "shape: [2, 3], dtype: 'float32'"                 || 'nothing'
        '(2, 1, 2, 3)' | "shape: [2, 3], dtype: 'float32'"                 || 'nothing'
        '(2, 2, 3, 1)' | "shape: [1, 2, 3], dtype: 'float32'"              || 'nothing'
        '(2, 2, 3)'    | "shape: [6], dtype: 'float32'"                    || 'nothing'
        '(12,)'        | "shape: [1], dtype: 'int64'"                      || 'nothing'
        '(1, 4, 3)'    | "shape: [3], dtype: 'float32', lod_level: 1"      || 'nothing'
        '(2, 6, 1)'    | "shape: [1], dtype: 'int64', lod_level: 1"        || 'nothing'
    }

    def "what float32 does not hold exactly is not taken for it"() {
        given:
        Files.write(folder.resolve('x.npy'), npy('<i4', '(2, 2)', little(16) { it.putInt(0).putInt(-(1 << 24)).putInt(1 << 24).putInt(value) }))

        expect:
        failure(NETWORK).endsWith(message)

        where:
        value           | message
        1 << 24         | 'nothing'
        (1 << 24) + 1   | "row 1 of the batch: 'x' takes float32, which holds whole numbers up to 16777216, and here is 16777217"
        -(1 << 24) - 1  | "row 1 of the batch: 'x' takes float32, which holds whole numbers up to 16777216, and here is -16777217"
    }

    def "what is wrong in a file is told with file and line: #message"() {
        given:
        write('t.csv', text)

        when:
        run("show($call)")

        then:
        JfabException e = thrown()
        e.message.contains(message)

        where:
        text                      | call                                                || message
        'a,b\n1,2\n3\n'           | "csv('t.csv', columns: [x: ['a']])"                 || 't.csv: line 3: there is 1 field, and 2 columns: a, b'
        'a,b\n1,2\n3,4,5\n'       | "csv('t.csv', columns: [x: ['a']])"                 || 't.csv: line 3: there are 3 fields, and 2 columns: a, b'
        'a,b\n1,2\n\n,4\n'        | "csv('t.csv', columns: [x: ['a']])"                 || "t.csv: line 4: column 'a': there is nothing, and a number is needed"
        'a,b\n1,NaN'              | "csv('t.csv', columns: [x: ['b']])"                 || "t.csv: line 2: column 'b': 'NaN' is not a number"
        'a,b\n1,1e99\n'           | "csv('t.csv', columns: [x: ['b']])"                 || "t.csv: line 2: column 'b': 1e99 is too large a number"
        'a,b\n1,16777217\n'       | "csv('t.csv', columns: [x: ['b']])"                 || "t.csv: line 2: column 'b': 16777217 is a whole number that float32 does not hold; normalize the column, or write it as 16777217.0"
        'a,b\n1,9007199254740993' | "csv('t.csv', columns: [x: ['b']])"                 || "t.csv: line 2: column 'b': 9007199254740993 is a whole number that float32 does not hold; normalize the column, or write it as 9007199254740993.0"
        'a,b\n1,5\n1,1e200\n'      | "csv('t.csv', columns: [x: numbers(['b'], normalize: true)])" || "t.csv: line 3: column 'b': 1e200 is too large a number to normalize the column"
        'a,b\n1,1f\n'             | "csv('t.csv', columns: [x: numbers(['b'], normalize: true)])" || "t.csv: line 2: column 'b': '1f' is not a number"
        'a,b\n1,2\n'              | "csv('t.csv', columns: [x: 'c'])"                   || "t.csv: there is no column 'c'; there are a, b"
        'a;b\n1;2\n'              | "csv('t.csv', columns: [x: 'b'])"                   || "t.csv: there is no column 'b'; there are a;b; for these to be several, write separator: ';'"
        'a,a\n1,2\n'              | "csv('t.csv', columns: [x: 'a'])"                   || 't.csv: line 1: names of columns are missing or there twice: a, a'
        'a,b\n'                   | "csv('t.csv', columns: [x: 'a'])"                   || 't.csv: holds no rows'
        ''                        | "csv('t.csv', columns: [x: 'a'])"                   || 't.csv: is empty; its first line names the columns'
        'a,b\n1,7\n'              | "csv('t.csv', columns: [x: ids('b', 7)])"           || "t.csv: line 2: column 'b': '7' is not a whole number from 0 to 6"
        'a,b\n1,\n'               | "csv('t.csv', columns: [x: classes('b')])"          || "t.csv: line 2: column 'b': there is nothing, and a class is needed"
        'a\n1\n'                  | "csv('none.csv', columns: [x: 'a'])"                || 'none.csv: no such file'
        'a\n1\n'                  | "images('.', columns: [x: image(size: 2)])"         || 'holds no JPEG or PNG files'
        'a\n1\n'                  | "npy(columns: [x: 't.csv'])"                        || 't.csv: '
        'a\n1\n\n"2\n3\n'         | "csv('t.csv', columns: [x: 'a'])"                   || 't.csv: line 4: the field with a quote before it has none behind it; a quote within quotes is written twice'
        'a\n1\n"2" x\n'          | "csv('t.csv', columns: [x: 'a'])"                   || 't.csv: line 3: something stands between a closing quote and the next separator; a quote within quotes'
    }

    def "a class, a damaged picture and one of another format are told with their file"() {
        given:
        write('p/a/bad.png', 'no picture')
        picture('flowers/a/cut.png', BufferedImage.TYPE_INT_RGB, 64, 64) { image, x, y -> image.setRGB(x, y, x * 7919 * y) }
        def cut = folder.resolve('flowers/a/cut.png')
        Files.write(cut, Files.readAllBytes(cut)[0..<200] as byte[])
        write('q/a/x.gif', 'GIF89a')
        write('t.csv', 'a,k\n1,u\n')
        write('s.csv', 'a,k\n1,v\n')

        expect:
        failure("show(images('p', columns: [x: image(size: 2)]))").contains('bad.png: is not a picture that can be read; JPEG and PNG can')
        failure("show(images('flowers', columns: [x: image(size: 2)]))").contains('cut.png: is not a picture that can be read: ')
        failure("show(images('texts', columns: [x: image(size: 2)]))").contains('texts: no such folder')
        failure("show(images('q', columns: [x: image(size: 2)]))").contains('x.gif: is no JPEG or PNG file; convert it, or take it out of the folder')
        failure("show(csv('t.csv', columns: [x: classes('k')]).from('s.csv'))").contains("s.csv: line 2: 'v' is no class of 'k'; the classes are u")
    }

    def "what a reader gives can be computed with"() {
        given:
        Files.write(folder.resolve('x.npy'), npy('<f4', '(1, 3)', little(12) { it.putFloat(1).putFloat(2).putFloat(4) }))
        write('t.csv', 'a,b,k\n3,5,u\n')

        when:
        run("""
            map_readers({ r -> println([r.x[2], r.x.size(), r.x.sum()]) }, npy(columns: [x: 'x.npy']))().each {}
            map_readers({ r -> println([r.x[1], r.x.sum(), r.k[0]]) }, csv('t.csv', columns: [x: numbers(['a', 'b']), k: classes('k')]))().each {}
            """)

        then:
        process.printed() == ['[4.0, 3, 7.0]', '[5.0, 8.0, 0]']
    }

    private String failure(String script) {
        try {
            run(script)
        } catch (DataException e) {
            assert e.ofContent || e.message.contains('no such folder')
            return e.message
        } catch (JfabException e) {
            return e.message
        }
        return 'nothing'
    }

    static byte[] little(int size, Closure<?> fill) {
        def buffer = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN)
        fill(buffer)
        buffer.array()
    }

    static byte[] npy(String descr, String shape, byte[] content, boolean fortran = false) {
        def header = "{'descr': '$descr', 'fortran_order': ${fortran ? 'True' : 'False'}, 'shape': $shape, }".toString().padRight(63) + '\n'
        def out = new ByteArrayOutputStream()
        out.write([0x93, 'N' as char, 'U' as char, 'M' as char, 'P' as char, 'Y' as char, 1, 0, header.length(), 0].collect { it as byte } as byte[])
        out.write(header.bytes)
        out.write(content)
        out.toByteArray()
    }

    private picture(String name, int type, int width, int height, Closure<?> paint) {
        def image = new BufferedImage(width, height, type)
        (0..<height).each { y -> (0..<width).each { x -> paint(image, x, y) } }
        def file = folder.resolve(name)
        Files.createDirectories(file.parent)
        ImageIO.write(image, name.substring(name.lastIndexOf('.') + 1), file.toFile())
    }

    private write(String name, String text) {
        def file = folder.resolve(name)
        Files.createDirectories(file.parent)
        Files.writeString(file, text)
    }

    /** Runs a script whose places lie in the test's folder. */
    private run(String text) {
        def file = folder.resolve('files.groovy')
        Files.writeString(file, SHOW + text.replaceAll(/'([a-z]+\.(csv|tsv|npy|npz)(\.gz)?|texts|flowers|p|q|\.)'(?=[,\])])/, "'$folder/\$1'"))
        new TrainingScript(file, []).run(process)
    }
}
