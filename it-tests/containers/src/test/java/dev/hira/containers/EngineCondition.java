package dev.hira.containers;

import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.testcontainers.DockerClientFactory;

/** Skips each test, so that all of them are counted, where no container engine answers. */
public final class EngineCondition implements ExecutionCondition {
    private static final boolean THERE =
            !"none".equals(System.getProperty("containers.engine"))
                    && DockerClientFactory.instance().isDockerAvailable();

    /** Returns whether a container engine answers. */
    static boolean isThere() {
        return THERE;
    }

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        return THERE || context.getTestMethod().isEmpty()
                ? ConditionEvaluationResult.enabled("")
                : ConditionEvaluationResult.disabled("NOT RUN: no container engine answers");
    }
}
