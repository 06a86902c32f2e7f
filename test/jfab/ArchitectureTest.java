package jfab;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The arrows between packages: two halves, each depending downwards, and a room for every vendor. */
class ArchitectureTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("jfab");

    @ParameterizedTest
    @CsvSource({
        "jfab.control.connection..,               jfab.control.connection.. jfab.control.bundle.. jfab.script",
        "jfab.control.connection.host,            jfab.control.connection.host",
        "jfab.control.connection.command,         jfab.control.connection.[host|command]",
        "jfab.control.connection.broadcast,       jfab.control.connection.broadcast jfab.control.connection.[host|command]",
        "jfab.control.connection.files,           jfab.control.connection.[host|command|files|broadcast]",
        "jfab.control.connection,                 jfab.control.connection jfab.control.connection.[host|command|files|broadcast] jfab.script",
        "jfab.control.connection.config,          jfab.control.connection.config jfab.control.connection.[host|files] jfab.script",
        "jfab.control.connection.local,           jfab.control.connection.local jfab.control.connection.[host|command]",
        "jfab.control.connection.jsch.channels,   jfab.control.connection jfab.control.connection.[host|command|files|local|transfer] jfab.control.connection.jsch.channels",
        "jfab.control.connection.jsch.cryptography, jfab.control.connection.jsch.cryptography",
        "jfab.control.connection.here,            jfab.control.connection jfab.control.connection.[host|command|files|local] jfab.control.connection.here",
        "jfab.control.bundle..,                   jfab.control.bundle..",
        "jfab.role..,                             jfab.role..",
        "jfab.script,                             jfab.script",
        "jfab.control.settings..,                 jfab.control.settings.. jfab.script",
        "jfab.control.hosts..,                    jfab.control.hosts.. jfab.control.connection jfab.control.connection.[host|command|files] jfab.script",
        "jfab.control.task..,                     jfab.control.task.. jfab.control.hosts jfab.control.connection jfab.control.connection.[host|command|files] jfab.script",
        "jfab.control.launch,                     jfab.control.launch jfab.control.connection jfab.control.connection.[host|command|files|broadcast] jfab.control.bundle jfab.role",
        "jfab.control.launch.start,               jfab.control.launch.. jfab.control.connection jfab.control.connection.[host|command|files|broadcast] jfab.control.bundle jfab.script jfab.role",
        "jfab.control.observe..,                  jfab.control.observe.. jfab.control.launch jfab.control.connection jfab.control.connection.[host|command|files] jfab.role",
        "jfab.control.watch..,                    jfab.control.watch.. jfab.control.observe jfab.control.launch",
        "jfab.control.report..,                   jfab.control.report.. jfab.control.observe jfab.control.launch jfab.control.connection jfab.control.connection.[host|command|files]",
        "jfab.control.fabfile..,                  jfab.control.fabfile.. jfab.script jfab.control.settings jfab.control.task.. jfab.control.hosts jfab.control.watch jfab.control.report jfab.control.launch.. jfab.control.connection jfab.control.connection.[host|command|files] jfab.control.bundle.. jfab.role..",
        "jfab.control.cli..,                      jfab.control.cli.. jfab.control.fabfile.. jfab.script jfab.control.settings jfab.control.task.. jfab.control.hosts jfab.control.connection jfab.control.connection.[host|command|files]",
        "jfab.control.testing..,                  jfab.control.testing.. jfab.control.cli jfab.control.fabfile jfab.control.task.. jfab.control.settings jfab.control.hosts jfab.control.connection jfab.control.connection.[host|command|files]",
        "jfab.control.warm..,                     jfab.control.warm.. jfab.control.cli jfab.control.connection.[host|command|files] jfab.control.connection.jsch jfab.script",
        "jfab.control.own..,                      jfab.control.own.. jfab.script jfab.control.cli jfab.control.task jfab.control.launch jfab.control.bundle jfab.control.connection jfab.control.connection.[host|command|files]",
        // The demo draws the digits that its job then trains on.
        "jfab.control.demo..,                     jfab.control.demo.. jfab.digits",
        "jfab.digits..,                           jfab.digits",
        "jfab.training.program,                   jfab.training.program",
        "jfab.training.program.optimize,          jfab.training.program.optimize jfab.training.program",
        "jfab.training.program.transpile..,       jfab.training.program.. jfab.role..",
        "jfab.training.engine,                    jfab.training.engine jfab.training.program..",
        "jfab.training.engine.torch..,            jfab.training.engine.. jfab.training.program..",
        "jfab.training.engine.torch.group,        jfab.training.engine.torch.group jfab.training.engine",
        "jfab.training.engine.checkpoint..,       jfab.training.engine.checkpoint.. jfab.training.engine jfab.training.program..",
        "jfab.training.ps.job,                    jfab.training.ps.job jfab.training.engine jfab.training.engine.checkpoint jfab.training.program.. jfab.role",
        "jfab.training.ps.wire,                   jfab.training.ps.wire jfab.training.ps.job jfab.training.engine jfab.training.program..",
        "jfab.training.ps..,                      jfab.training.ps.. jfab.training.engine jfab.training.engine.checkpoint.. jfab.training.program.. jfab.role..",
        "jfab.training.words.network,             jfab.training.words.network jfab.script jfab.training.program.. jfab.training.data..",
        "jfab.training.words,                     jfab.training.words jfab.training.words.network jfab.digits jfab.script jfab.training.program.. jfab.training.engine jfab.training.data.. jfab.role..",
        "jfab.training.words.v1,                  jfab.training.words.. jfab.script jfab.training.program.. jfab.training.engine jfab.training.data..",
        "jfab.training.data..,                    jfab.training.data..",
        "jfab.training.train..,                   jfab.training.train.. jfab.training.data.. jfab.script jfab.training.words.. jfab.training.ps.. jfab.training.engine.. jfab.training.program.. jfab.role..",
    })
    void aPackageNamesOnlyThoseOfItsRow(String from, String allowed) {
        noClasses()
                .that()
                .resideInAPackage(from)
                .should()
                .dependOnClassesThat(ours().and(DescribedPredicate.not(resideInAnyPackage(allowed.split(" ")))))
                .check(CLASSES);
    }

    @ParameterizedTest
    @CsvSource({
        "com.jcraft..,                      jfab.control.connection.jsch..",
        "org.conscrypt..,                   jfab.control.connection.jsch.cryptography",
        "org.bytedeco..,                    jfab.training.engine.torch..",
        "org.apache.commons.compress..,     jfab.control.bundle.. jfab.training.data.cifar..",
        "org.apache.commons.csv..,          jfab.training.data.files..",
        "groovy.lang..,                     jfab.script.. jfab.control.fabfile.. jfab.training.words..",
        "groovy.text..,                     jfab.script..",
        "groovy.util..,                     jfab.script.. jfab.control.fabfile.. jfab.training.words..",
        // A JSON codec that comes with the language: headers of saved parameters, hosts that a program prints, events,
        // what a job is.
        "groovy.json..,                     jfab jfab.training.engine.checkpoint.. jfab.training.train.. jfab.control.hosts.. jfab.control.cli.. jfab.control.fabfile.jobs jfab.control.launch.. jfab.control.observe.. jfab.control.own",
        "org.codehaus.groovy..,             jfab.script.. jfab.control.fabfile.. jfab.training.words..",
        "org.apache.groovy..,               jfab.script.. jfab.control.fabfile.. jfab.training.words..",
        "io.grpc..,                         jfab.training.ps..",
        // What gRPC's connections are made of: their frames and buffers are set there.
        "io.netty..,                        jfab.training.ps..",
        "org.apache.sshd..,                 jfab.control.demo..",
        "org.jline..,                       jfab.control.cli.. jfab.control.watch.. jfab.control.connection.command..",
        "me.tongfei..,                      jfab.control.cli..",
        "com.github.difflib..,              jfab.control.cli..",
        // Maps of numbers: where each row of a sparse table lies.
        "com.carrotsearch.hppc..,           jfab.training.engine.torch..",
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
        apart("jfab.control..", "jfab.training..");
        apart("jfab.training..", "jfab.control..");
    }

    /** What both halves share knows neither. */
    @ParameterizedTest
    @ValueSource(strings = {"jfab", "jfab.role..", "jfab.script..", "jfab.digits.."})
    void whatBothShareKnowsNeither(String shared) {
        apart(shared, "jfab.control..");
        apart(shared, "jfab.training..");
    }

    private static void apart(String from, String to) {
        noClasses()
                .that()
                .resideInAPackage(from)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(to)
                .check(CLASSES);
    }

    @Test
    void packagesFormNoCycles() {
        slices().matching("jfab.(**)").should().beFreeOfCycles().check(CLASSES);
    }

    /**
     * A kernel never waits for a device, of which nobody would notice on a CPU: what reads a value is the memory that it is in, and who
     * has asked that.
     */
    @Test
    void noKernelReadsAValueByItself() {
        Pattern reading = Pattern.compile(
                "item.*|cpu|cuda|is_cuda|is_nonzero|nonzero|equal|allclose|unique.*|masked_select|aminmax|to|is_pinned");
        noClasses()
                .that()
                .resideInAPackage("jfab.training.engine.torch..")
                .and()
                .doNotHaveSimpleName("DeviceMemory")
                .and()
                // They read what is on the host.
                .doNotHaveSimpleName("TorchExecutor")
                .and()
                .doNotHaveSimpleName("Sums")
                .should()
                .callMethodWhere(DescribedPredicate.describe(
                        "a tensor is read or sent elsewhere",
                        call -> call.getTargetOwner().getPackageName().startsWith("org.bytedeco.pytorch")
                                && reading.matcher(call.getName()).matches()
                                && !isCast(call)))
                .check(CLASSES);
    }

    /** Whether numbers only become numbers of another type. */
    private static boolean isCast(JavaMethodCall call) {
        return call.getName().equals("to")
                && call.getTarget().getRawParameterTypes().stream()
                        .allMatch(type -> type.getSimpleName().equals("ScalarType"));
    }

    /** One that has grown larger is cut along the arrows inside it, where the fewest classes become public. */
    @Test
    void noPackageHasMoreThanFortyFiles() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of(System.getProperty("basedir", "."), "src"))) {
            Map<Path, Long> sizes = files.filter(file -> file.toString().endsWith(".java"))
                    .collect(Collectors.groupingBy(Path::getParent, Collectors.counting()));
            sizes.values().removeIf(size -> size <= 40);
            assertEquals(Map.of(), sizes);
        }
    }

    /** The root package holds what every part throws; the entry point of the control half wires its parts. */
    private static DescribedPredicate<JavaClass> ours() {
        return resideInAPackage("jfab..").and(DescribedPredicate.not(resideInAnyPackage("jfab", "jfab.control")));
    }
}
