package jfab.training.words

import java.nio.file.Files
import java.nio.file.Path
import jfab.JfabException
import jfab.training.engine.StepListener
import jfab.role.Endpoint
import jfab.role.Role
import jfab.role.RoleSpec
import spock.lang.Specification
import spock.lang.TempDir

class DataWordsSpec extends Specification {
    @TempDir
    Path folder
    List<String> printed = []
    RoleSpec role = RoleSpec.local()

    def "generated sets are read with the words for the real ones"() {
        when:
        run('''
            make_mnist('digits', 6, 4, 1)
            make_cifar10('pictures', 7, 3, 1)
            make_movielens('ml', 5, 4, 50, 1)
            println([mnist_train('digits'), mnist_test('digits'), cifar_train10('pictures'), cifar_test10('pictures')]*.size())
            println movielens_train('ml').size() + movielens_test('ml').size()
            println movielens_test('ml', split: 'per_user').size()
            println([max_user_id('ml'), max_movie_id('ml'), age_table().size()])
            println user_info('ml')[5].age() in (0..<7)
            println movie_info('ml').size() + ' ' + movie_categories('ml').containsKey(movie_info('ml')[1].categories()[0])
            println get_movie_title_dict('ml')['the'] != null
            println get_movie_title_dict('ml', title: 'characters')['T'] != null
        ''')

        then:
        printed == ['[6, 4, 7, 3]', '50', '5', '[5, 4, 7]', 'true', '4 true', 'true', 'true']
    }

    def "readers are put together in Fluid's words"() {
        when:
        run('''
            make_mnist('.', 6, 4, 1)
            def labels = { reader -> map_readers({ it.columns()[1].values()[0] }, reader).toList() }
            def train = mnist_train('.')
            println labels(buffered(cache(train), 2)) == labels(train)
            println labels(chain(firstn(train, 2), mnist_test('.'))) == labels(train)[0..1] + labels(mnist_test('.'))
            println map_readers({ a, b -> a.columns()[0].is(b.columns()[0]) }, cache(train), train).toList()
            println batch(shuffle(train, 6, 1), 4).collect { it.size() }
            println share(batch(train, 4)).collect { it.size() }
        ''')

        then:
        printed == ['true', 'true', '[false, false, false, false, false, false]', '[4, 2]', '[4, 2]']
    }

    def "a trainer's share follows from its role"() {
        given:
        def server = [Endpoint.parse('127.0.0.1:7164')]
        role = new RoleSpec(Role.TRAINER, server, null, 1, 3)

        when:
        run("make_mnist('.', 6, 4, 1)\nprintln share(batch(mnist_train('.'), 4)).collect { it.size() }")

        then:
        printed == ['[1, 1]']
    }

    def "a mistake is answered with the line: #message"() {
        when:
        run("make_movielens('ml', 2, 2, 9, 1)\n$script")

        then:
        JfabException e = thrown()
        e.message.endsWith(message)

        where:
        script                                    || message
        "movielens_train('ml', titel: 'words')"   || ":2: movielens_train has no argument 'titel'; it takes title, split; did you mean 'title'?"
        "movielens_train('ml', title: 'letters')" || ":2: title 'letters' is not known; use words or characters"
        "movielens_train('m')"                    || '/m: has neither ml-1m.zip nor users.dat, movies.dat and ratings.dat'
        "buffered(movielens_train('ml'), 0)"      || ":2: buffered's size must be 1 or more, not 0"
        "map_readers({ it.size() }, movielens_train('ml')).toList()" || ":2: Sample has no method 'size' that takes no arguments"
    }

    /** Runs a script whose relative places lie in the test's folder. */
    private run(String text) {
        def file = folder.resolve('data.groovy')
        Files.writeString(file, text.replaceAll(/'(\.|ml|m|digits|pictures)'/, "'$folder/\$1'"))
        def process = [role: { -> role }, listener: { -> StepListener.none() }, print: { String line -> printed << line }] as TrainingProcess
        new TrainingScript(file, []).run(process)
    }
}
