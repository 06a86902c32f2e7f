package jfab.training.data.movielens

import java.nio.charset.StandardCharsets
import java.nio.file.Files
import java.nio.file.Path
import java.util.zip.ZipEntry
import java.util.zip.ZipOutputStream
import jfab.training.data.DataException
import spock.lang.Specification
import spock.lang.TempDir

class MovieLensSpec extends Specification {
    static final USERS = '1::F::1::10::48067\n7::M::56::16::70072\n'
    static final MOVIES = "1::Toy Story (1995)::Animation|Comedy\n3::Am\u00e9lie (2001) (2001)::Comedy\n12::Story::Drama\n"

    @TempDir
    Path folder

    def "a sample has the user, the movie with its genres and its title, and the score"() {
        given:
        write(USERS, MOVIES, '1::3::5::978300760\n7::1::1::978300761\n')

        when:
        def data = MovieLens.open(folder)

        then:
        columns(data.train(Split.BY_CHANCE, Title.WORDS)) == [
                [[1], [1], [0], [10], [3], [1], [1, 0], [5f]],
                [[7], [0], [6], [16], [1], [0, 1], [3, 2], [-3f]]]

        and: 'numbers are counted in alphabetical order'
        data.categories() == [Animation: 0, Comedy: 1, Drama: 2]
        data.titleNumbers(Title.WORDS) == ['(2001)': 0, 'am\u00e9lie': 1, story: 2, toy: 3]
        data.users().keySet().max() == 7
        data.movies()[3].title() == 'Am\u00e9lie (2001)'
    }

    def "version 1 reads the characters of a title"() {
        given:
        write(USERS, '1::To To (1995)::Comedy\n', '1::1::3::978300760\n')

        when:
        def data = MovieLens.open(folder)

        then:
        data.titleNumbers(Title.CHARACTERS) == [' ': 0, T: 1, o: 2]
        columns(data.train(Split.PER_USER, Title.CHARACTERS))[0][6] == [1, 2, 0, 1, 2]
    }

    def "ratings are split where NumPy's random numbers with seed 0 split them"() {
        expect: 'the first of numpy.random.seed(0)'
        def random = new MersenneTwister(0)
        (1..5).collect { random.nextDouble() } ==
                [0.5488135039273248d, 0.7151893663724195d, 0.6027633760716439d, 0.5448831829968969d, 0.4236547993389047d]

        and: 'the 10,000th, after the state was mixed 32 times'
        (6..9999).each { random.nextDouble() }
        random.nextDouble() == NUMPY_10000

        where:
        NUMPY_10000 << [0.8135750799512289d]
    }

    def "both halves of each split hold every rating once, in the same way in each pass"() {
        given:
        RatingGenerator.write(folder, 7, 20, 400, 3)
        def data = MovieLens.open(folder)
        def all = { it.collect { sample -> sample.columns().collect { column -> column.values().toList() } } }

        when:
        def train = all(data.train(split, Title.WORDS))
        def test = all(data.test(split, Title.WORDS))

        then:
        train.size() + test.size() == 400
        test.size() in size
        test == all(data.test(split, Title.WORDS))

        and: 'of each user one in ten, rounded down'
        split != Split.PER_USER || test.countBy { it[0] }.values().every { it in [5] }

        where:
        split            | size
        Split.BY_CHANCE  | 20..60
        Split.PER_USER   | [35]
    }

    def "a zip is read like its files, and so is the folder in it"() {
        given:
        def inner = folder.resolve('ml-1m')
        RatingGenerator.write(inner, 5, 10, 50, 3)
        def plain = columns(MovieLens.open(inner).train(Split.BY_CHANCE, Title.WORDS))
        def zip = folder.resolve('other.zip')
        new ZipOutputStream(Files.newOutputStream(zip)).withCloseable { out ->
            inner.toFile().listFiles().each { file ->
                out.putNextEntry(new ZipEntry("ml-1m/$file.name"))
                out << file.bytes
            }
        }

        expect:
        columns(MovieLens.open(folder).train(Split.BY_CHANCE, Title.WORDS)) == plain
        columns(MovieLens.open(zip).train(Split.BY_CHANCE, Title.WORDS)) == plain
    }

    def "generated ratings have all stars, and the same seed makes the same files"() {
        when:
        ['a': 4L, 'b': 4L, 'c': 5L].each { name, seed -> RatingGenerator.write(folder.resolve(name), 30, 50, 600, seed) }
        def bytes = ['a', 'b', 'c'].collect { Files.readAllBytes(folder.resolve(it).resolve('ratings.dat')) }

        then:
        bytes[0] == bytes[1]
        bytes[0] != bytes[2]
        columns(MovieLens.open(folder.resolve('a')).train(Split.BY_CHANCE, Title.WORDS))*.last().toSet() ==
                [[-3f], [-1f], [1f], [3f], [5f]].toSet()
    }

    def "a wrong line is reported with its number and offset: #message"() {
        given:
        write(USERS + users, MOVIES + movies, '1::3::5::978300760\n' + ratings)

        when:
        MovieLens.open(folder).train(Split.BY_CHANCE, Title.WORDS).toList()

        then:
        DataException e = thrown()
        e.message == "$folder/$message"

        where:
        users                  | movies              | ratings         || message
        '8::X::1::10::48067'   | ''                  | ''              || "users.dat: line 3 at byte 39: the gender 'X' is neither M nor F"
        '8::M::2::10::48067'   | ''                  | ''              || 'users.dat: line 3 at byte 39: the age 2 is not one of [1, 18, 25, 35, 45, 50, 56]'
        'x::M::1::10::48067'   | ''                  | ''              || "users.dat: line 3 at byte 39: 'x' is not a number"
        '8::M::1::-1::48067'   | ''                  | ''              || 'users.dat: line 3 at byte 39: the number -1 is negative'
        '8::M::1'              | ''                  | ''              || "users.dat: line 3 at byte 39 has 3 fields between '::' instead of 5"
        '7::M::1::10::48067'   | ''                  | ''              || 'users.dat: line 3 at byte 39: the id 7 is there a second time'
        ''                     | '\n4::(1995)::War'  | ''              || 'movies.dat: line 5 at byte 88: the movie has no title'
        ''                     | '4::Heat (1995)::'  | ''              || 'movies.dat: line 4 at byte 87: the movie has no genre'
        ''                     | ''                  | '9::3::5::1'    || 'ratings.dat: line 2 at byte 19: user 9 is not in users.dat'
        ''                     | ''                  | '1::4::5::1'    || 'ratings.dat: line 2 at byte 19: movie 4 is not in movies.dat'
        ''                     | ''                  | '1::3::6::1'    || 'ratings.dat: line 2 at byte 19: the rating 6 is not one of 1 to 5'
        ''                     | ''                  | '1::3::4\r\n'   || "ratings.dat: line 2 at byte 19 has 3 fields between '::' instead of 4"
    }

    def "what is missing is named: #message"() {
        given:
        files.each { Files.writeString(folder.resolve(it), it == 'users.dat' ? USERS : MOVIES) }

        when:
        MovieLens.open(folder).train(Split.BY_CHANCE, Title.WORDS)

        then:
        DataException e = thrown()
        e.message == "$folder$message"

        where:
        files                         || message
        []                            || ': has neither ml-1m.zip nor users.dat, movies.dat and ratings.dat'
        ['movies.dat']                || '/users.dat: no such file'
        ['users.dat', 'movies.dat']   || '/ratings.dat: no such file'
    }

    def "a damaged zip is called so, and a file without lines is"() {
        given:
        Files.writeString(folder.resolve('ml-1m.zip'), 'no zip')
        Files.createDirectory(folder.resolve('empty'))
        ['users.dat', 'movies.dat', 'ratings.dat'].each { Files.createFile(folder.resolve('empty').resolve(it)) }

        when:
        MovieLens.open(folder)

        then:
        DataException e = thrown()
        e.message == "$folder/ml-1m.zip: is damaged: zip END header not found"

        when:
        MovieLens.open(folder.resolve('empty'))

        then:
        DataException f = thrown()
        f.message == "$folder/empty/users.dat: holds no lines"
    }

    private static List columns(reader) {
        reader.collect { sample -> sample.columns().collect { it.values().toList() } }
    }

    private void write(String users, String movies, String ratings) {
        [users: users, movies: movies, ratings: ratings].each { name, text ->
            Files.write(folder.resolve("${name}.dat"), text.getBytes(StandardCharsets.ISO_8859_1))
        }
    }
}
