package dev.hira.e2e.starts;

import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/** Records the caches of loaded classes beside the first tests of a run. */
public final class FastStarts implements BeforeAllCallback {
    @Override
    public void beforeAll(ExtensionContext context) {
        context.getRoot()
                .getStore(Namespace.create(FastStarts.class))
                .getOrComputeIfAbsent(CacheRecording.class);
    }
}
