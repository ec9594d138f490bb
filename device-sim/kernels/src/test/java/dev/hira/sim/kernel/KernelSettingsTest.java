package dev.hira.sim.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

final class KernelSettingsTest {
    /** The log of findings; a logger without references may be forgotten. */
    private static final Logger LOG = Logger.getLogger("dev.hira.sim.kernel.findings");

    private final List<String> entries = new ArrayList<>();

    private final Handler handler =
            new Handler() {
                @Override
                public void publish(LogRecord entry) {
                    entries.add(entry.getMessage());
                }

                @Override
                public void flush() {}

                @Override
                public void close() {}
            };

    @Test
    void shouldLogFindingsLineByLine() {
        LOG.addHandler(handler);
        LOG.setUseParentHandlers(false);
        try {
            KernelSettings.usual().findings().accept("Found in the kernel 'k':\n  a {0}\n  b\n");
        } finally {
            LOG.setUseParentHandlers(true);
            LOG.removeHandler(handler);
        }
        assertThat(entries).containsExactly("Found in the kernel 'k':", "  a {0}", "  b");
    }
}
