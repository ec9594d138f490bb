package dev.hira.cli.admin;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonParser;
import dev.hira.admin.v1.EventKind;
import dev.hira.api.cuda.CudaDriver;
import dev.hira.cli.testing.EventWatcher;
import dev.hira.cli.testing.Hira;
import dev.hira.cli.testing.LiveStack;
import dev.hira.link.grpc.net.LocalPeers;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that the events of what an operator does to VMs and servers name the operator. */
final class SignedChangesTest {
    private static final String SIGNED = ".*by .+ \\(user " + LocalPeers.own() + "\\)";

    @TempDir private Path folder;
    private final Hira hira = new Hira();
    private LiveStack stack;
    private CudaDriver blue;

    @BeforeEach
    void start() {
        stack = new LiveStack(folder, List.of("one", "two"));
        blue = stack.open("blue");
        blue.cuMemAlloc(1 << 20);
    }

    @AfterEach
    void stop() {
        blue.close();
        stack.close();
    }

    private void run(String... arguments) {
        assertThat(hira.runAt(stack.admin(), arguments)).as(hira.err()).isZero();
    }

    private String ofSession(String field) {
        run("session", "list", "--vm", "blue", "--json");
        return JsonParser.parseString(hira.out().strip())
                .getAsJsonObject()
                .get(field)
                .getAsString();
    }

    private static String otherThan(String server) {
        return server.equals("one") ? "two" : "one";
    }

    @Test
    void shouldNameTheOperatorOfEachChange() {
        try (EventWatcher watcher = new EventWatcher(stack.admin())) {
            watcher.awaitStart(() -> stack.open("green").close());
            String first = ofSession("server");
            run("vm", "migrate", "blue", "--to", otherThan(first));
            String file = folder.resolve("blue").toString();
            run("vm", "checkpoint", "blue", file);
            run("vm", "suspend", "blue");
            run("vm", "restore", file);
            run("server", "drain", first);
            run("server", "undrain", first);
            run("session", "close", ofSession("id"));
            Map.of(
                            EventKind.EVENT_KIND_VM_MIGRATED, "blue",
                            EventKind.EVENT_KIND_VM_SAVED, "blue",
                            EventKind.EVENT_KIND_VM_PAUSED, "blue",
                            EventKind.EVENT_KIND_VM_SUSPENDED, "blue",
                            EventKind.EVENT_KIND_VM_RESTORED, "blue",
                            EventKind.EVENT_KIND_VM_RESUMED, "blue",
                            EventKind.EVENT_KIND_SERVER_DRAINED, "",
                            EventKind.EVENT_KIND_SERVER_UNDRAINED, "",
                            EventKind.EVENT_KIND_SESSION_ENDED, "blue")
                    .forEach((kind, vm) ->
                            assertThat(watcher.await(kind, vm).getDetail())
                                    .as(kind.toString())
                                    .matches(SIGNED));
        }
        run("policy", "history");
        assertThat(hira.out()).doesNotContain("an operator");
    }
}
