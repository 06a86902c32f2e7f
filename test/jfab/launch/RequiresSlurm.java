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

/** Tests under a real Slurm: disabled, with the reason, where it is not installed, but never in CI. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(RequiresSlurm.Condition.class)
@interface RequiresSlurm {
    final class Condition implements ExecutionCondition {
        private static final List<String> PROGRAMS =
                List.of("/usr/sbin/slurmctld", "/usr/sbin/slurmd", "/usr/bin/salloc", "/usr/bin/srun");

        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
            List<String> missing = PROGRAMS.stream()
                    .filter(program -> !Files.isExecutable(Path.of(program)))
                    .toList();
            if (missing.isEmpty()) {
                return ConditionEvaluationResult.enabled("Slurm is installed");
            }
            if (System.getenv("CI") != null) {
                throw new AssertionError("CI must test under Slurm, of which there is no " + missing);
            }
            return ConditionEvaluationResult.disabled("Slurm is not installed; missing: " + missing);
        }
    }
}
