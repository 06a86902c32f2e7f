package jfab.tools;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;
import org.spockframework.runtime.extension.ExtensionAnnotation;
import org.spockframework.runtime.extension.IAnnotationDrivenExtension;
import org.spockframework.runtime.extension.IMethodInterceptor;
import org.spockframework.runtime.model.FeatureInfo;
import org.spockframework.runtime.model.SpecInfo;

/** Tests, of JUnit or Spock, that are left out with the reason where one of these tools is missing, but fail there in CI. */
@Inherited
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(Needs.InJUnit.class)
@ExtensionAnnotation(Needs.InSpock.class)
public @interface Needs {
    /** All of which must be there. */
    Tool[] value();

    /** Why a test is left out. */
    record Missing(String tools) {
        static final boolean FAILS = System.getenv("CI") != null;

        static Optional<Missing> of(Needs needs) {
            String tools = Stream.of(needs.value())
                    .flatMap(tool -> tool.missing().stream())
                    .distinct()
                    .collect(Collectors.joining("; "));
            return tools.isEmpty() ? Optional.empty() : Optional.of(new Missing(tools));
        }

        String reason() {
            return "not here: " + tools;
        }

        AssertionError failure() {
            return new AssertionError("CI leaves no test out, and this one needs what is not here: " + tools);
        }
    }

    /** For tests of JUnit. */
    final class InJUnit implements ExecutionCondition {
        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
            Optional<Missing> missing = AnnotationSupport.findAnnotation(context.getElement(), Needs.class)
                    .flatMap(Missing::of);
            if (missing.isPresent() && Missing.FAILS) {
                throw missing.get().failure();
            }
            return missing.map(Missing::reason)
                    .map(ConditionEvaluationResult::disabled)
                    .orElse(ConditionEvaluationResult.enabled("nothing is missing"));
        }
    }

    /** For specifications and features of Spock. */
    final class InSpock implements IAnnotationDrivenExtension<Needs> {
        @Override
        public void visitSpecAnnotation(Needs needs, SpecInfo spec) {
            Missing.of(needs).ifPresent(missing -> {
                if (Missing.FAILS) {
                    spec.addInterceptor(failing(missing));
                } else {
                    spec.skip(missing.reason());
                }
            });
        }

        @Override
        public void visitFeatureAnnotation(Needs needs, FeatureInfo feature) {
            Missing.of(needs).ifPresent(missing -> {
                if (Missing.FAILS) {
                    feature.addInterceptor(failing(missing));
                } else {
                    feature.skip(missing.reason());
                }
            });
        }

        private static IMethodInterceptor failing(Missing missing) {
            return invocation -> {
                throw missing.failure();
            };
        }
    }
}
