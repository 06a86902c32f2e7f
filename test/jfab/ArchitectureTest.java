package jfab;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The arrows between packages: two halves, each depending downwards, and a room for every vendor. */
class ArchitectureTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("jfab");

    @ParameterizedTest
    @CsvSource({
        "jfab.connection..,      jfab.connection.. jfab.bundle..",
        "jfab.bundle..,          jfab.bundle..",
        "jfab.role..,            jfab.role..",
        "jfab.dsl,               jfab.dsl",
        "jfab.settings..,        jfab.settings.. jfab.dsl",
        "jfab.hosts..,           jfab.hosts.. jfab.connection jfab.dsl",
        "jfab.task..,            jfab.task.. jfab.hosts jfab.connection jfab.dsl",
        "jfab.launch..,          jfab.launch.. jfab.connection jfab.bundle.. jfab.role..",
        "jfab.observe..,         jfab.observe.. jfab.launch jfab.connection jfab.role",
        "jfab.watch..,           jfab.watch.. jfab.observe jfab.launch",
        "jfab.report..,          jfab.report.. jfab.observe jfab.launch jfab.connection",
        "jfab.dsl.fabfile..,     jfab.dsl.fabfile.. jfab.dsl jfab.settings jfab.task.. jfab.hosts jfab.watch jfab.report jfab.launch.. jfab.connection jfab.bundle.. jfab.role..",
        "jfab.cli..,             jfab.cli.. jfab.dsl.fabfile.. jfab.dsl jfab.settings jfab.task.. jfab.hosts jfab.connection",
        "jfab.testing..,         jfab.testing.. jfab.cli jfab.dsl.fabfile jfab.task.. jfab.settings jfab.hosts jfab.connection",
        // The demo draws the digits that its job then trains on.
        "jfab.demo..,            jfab.demo.. jfab.data..",
        "jfab.program,           jfab.program",
        "jfab.program.optimize,   jfab.program.optimize jfab.program",
        "jfab.program.transpile.., jfab.program.. jfab.role..",
        "jfab.engine,            jfab.engine jfab.program..",
        "jfab.engine.torch..,    jfab.engine.. jfab.program..",
        "jfab.engine.checkpoint.., jfab.engine.checkpoint.. jfab.engine jfab.program..",
        "jfab.ps..,              jfab.ps.. jfab.engine jfab.engine.checkpoint.. jfab.program.. jfab.role..",
        "jfab.dsl.program..,     jfab.dsl.program.. jfab.dsl jfab.program.. jfab.engine jfab.data.. jfab.role..",
        "jfab.data..,            jfab.data..",
        "jfab.train..,           jfab.train.. jfab.data.. jfab.dsl.. jfab.ps.. jfab.engine.. jfab.program.. jfab.role..",
    })
    void aPackageNamesOnlyThoseBelowIt(String from, String allowed) {
        noClasses()
                .that()
                .resideInAPackage(from)
                .should()
                .dependOnClassesThat(ours().and(DescribedPredicate.not(resideInAnyPackage(allowed.split(" ")))))
                .allowEmptyShould(true)
                .check(CLASSES);
    }

    @ParameterizedTest
    @CsvSource({
        "com.jcraft..,                     jfab.connection.jsch..",
        "org.bytedeco..,                   jfab.engine.torch..",
        "org.apache.commons.compress..,    jfab.bundle.. jfab.data.cifar..",
        "groovy.lang..,                    jfab.dsl..",
        "groovy.util..,                    jfab.dsl..",
        // A JSON codec that comes with the language: headers of saved parameters, hosts that a program prints, events,
        // what a job is.
        "groovy.json..,                    jfab.engine.checkpoint.. jfab.train.. jfab.hosts.. jfab.cli.. jfab.launch.. jfab.observe..",
        "org.codehaus.groovy..,            jfab.dsl..",
        "org.apache.groovy..,              jfab.dsl..",
        "io.grpc..,                        jfab.ps..",
        // What gRPC's connections are made of: their frames and buffers are set there.
        "io.netty..,                       jfab.ps..",
        "org.apache.sshd..,                jfab.demo..",
        "picocli..,                        jfab.cli..",
        "org.jline..,                      jfab.cli.. jfab.watch..",
        "me.tongfei..,                     jfab.cli..",
        "com.github.difflib..,             jfab.cli..",
        // Maps of numbers: where each row of a sparse table lies.
        "com.carrotsearch.hppc..,          jfab.engine.torch..",
    })
    void aVendorHasOneRoom(String vendor, String room) {
        noClasses()
                .that()
                .resideOutsideOfPackages(room.split(" "))
                .should()
                .dependOnClassesThat()
                .resideInAPackage(vendor)
                .check(CLASSES);
    }

    /** The halves meet in a RoleSpec only, so neither is loaded where the other runs. */
    @Test
    void theHalvesDoNotKnowEachOther() {
        String[] control =
                packages("testing task settings hosts cli watch report observe launch connection bundle dsl.fabfile");
        String[] training = packages("train dsl.program program engine data ps");
        noClasses()
                .that()
                .resideInAnyPackage(control)
                .should()
                .dependOnClassesThat(resideInAnyPackage(training))
                .allowEmptyShould(true)
                .check(CLASSES);
        noClasses()
                .that()
                .resideInAnyPackage(training)
                .should()
                .dependOnClassesThat(resideInAnyPackage(control))
                .allowEmptyShould(true)
                .check(CLASSES);
    }

    @Test
    void packagesFormNoCycles() {
        slices().matching("jfab.(**)").should().beFreeOfCycles().check(CLASSES);
    }

    private static String[] packages(String names) {
        return Arrays.stream(names.split(" "))
                .map(name -> "jfab." + name + "..")
                .toArray(String[]::new);
    }

    /** The root package holds what every part throws, and the entry points that wire the parts. */
    private static DescribedPredicate<JavaClass> ours() {
        return resideInAPackage("jfab..").and(DescribedPredicate.not(resideInAPackage("jfab")));
    }
}
