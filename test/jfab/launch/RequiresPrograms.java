package jfab.launch;

import java.io.File;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Tests that need programs of these names: disabled, with the reason, where one is not installed, but never in CI. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(RequiresPrograms.Condition.class)
@interface RequiresPrograms {
    String[] value();

    final class Condition implements ExecutionCondition {
        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
            List<String> missing = context.getTestClass().stream()
                    .flatMap(type -> Stream.of(type.getAnnotationsByType(RequiresPrograms.class)))
                    .flatMap(annotation -> Stream.of(annotation.value()))
                    .filter(program -> !installed(program))
                    .toList();
            if (missing.isEmpty()) {
                return ConditionEvaluationResult.enabled("the programs are installed");
            }
            if (System.getenv("CI") != null) {
                throw new AssertionError("CI must test with programs that are not installed: " + missing);
            }
            return ConditionEvaluationResult.disabled("not installed: " + missing);
        }

        private static boolean installed(String program) {
            return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                    .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
        }
    }
}
