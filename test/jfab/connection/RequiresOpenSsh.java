package jfab.connection;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Tests that need OpenSSH: disabled, with the reason, where it is not installed. In Spock: {@code @Requires({ OpenSsh.available() })}. */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(RequiresOpenSsh.Condition.class)
public @interface RequiresOpenSsh {
    /** Disables, or fails in CI. */
    final class Condition implements ExecutionCondition {
        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
            return OpenSsh.available()
                    ? ConditionEvaluationResult.enabled("OpenSSH is installed")
                    : ConditionEvaluationResult.disabled("OpenSSH is not installed; missing: " + OpenSsh.missing());
        }
    }
}
