package jfab.launch;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Tests that make network namespaces: disabled, with the reason, without root or iproute2, but never in CI. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(RequiresNetns.Condition.class)
@interface RequiresNetns {
    final class Condition implements ExecutionCondition {
        private static final List<String> PROGRAMS = List.of("/usr/sbin/ip", "/usr/bin/nsenter", "/usr/bin/unshare");

        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
            String missing = missing();
            if (missing.isEmpty()) {
                return ConditionEvaluationResult.enabled("root, and the programs are there");
            }
            if (System.getenv("CI") != null) {
                throw new AssertionError("CI must test on hosts in network namespaces, which need " + missing);
            }
            return ConditionEvaluationResult.disabled("hosts in network namespaces need " + missing);
        }

        private static String missing() {
            if (!"root".equals(System.getProperty("user.name"))) {
                return "root";
            }
            return String.join(
                    ", ",
                    PROGRAMS.stream()
                            .filter(program -> !Files.isExecutable(Path.of(program)) && !inBin(program))
                            .toList());
        }

        private static boolean inBin(String program) {
            return Files.isExecutable(Path.of("/bin").resolve(Path.of(program).getFileName()));
        }
    }
}
