package jfab.control.connection.jsch

import java.nio.file.Path
import jfab.control.connection.Connection
import jfab.control.connection.Printed
import jfab.control.connection.SshdFixture
import spock.lang.AutoCleanup
import spock.lang.Shared
import spock.lang.Specification
import spock.lang.TempDir

/** Words of a fabfile on one host: a sshd for the class, a connection for each test. */
abstract class OneHostSpec extends Specification {
    @Shared
    @AutoCleanup
    SshdFixture sshd = SshdFixture.start()

    @TempDir
    Path folder

    Printed printed = new Printed()

    @AutoCleanup
    JschConnector connector = new JschConnector(sshd.settings(printed))

    Connection c = connector.open(sshd.host())
}
