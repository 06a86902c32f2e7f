package jfab.control.launch;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.nio.file.Path;
import java.util.Objects;
import jfab.tools.Needs;
import jfab.tools.Tool;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/** Tests of a class that share a light cluster, and call jfab's command lines on it. */
@Needs(Tool.SSHD)
abstract class WithLightCluster {
    /** How many hosts the class needs. */
    @Retention(RetentionPolicy.RUNTIME)
    @interface Hosts {
        int value();
    }

    @TempDir
    static Path folder;

    static LightCluster cluster;
    static CommandLines jfab;
    private static int stamps;

    @BeforeAll
    static void startHosts(TestInfo test) throws Exception {
        Hosts hosts = test.getTestClass().orElseThrow().getAnnotation(Hosts.class);
        cluster = new LightCluster(Objects.requireNonNull(hosts).value());
        jfab = new CommandLines(folder, cluster.hosts(), cluster.group().connector());
    }

    @AfterAll
    static void stopHosts() throws Exception {
        cluster.close();
    }

    /** For the number of a job; no two of a class have the same. */
    static String nextStamp() {
        return String.format("203101010000%02d", stamps++);
    }
}
