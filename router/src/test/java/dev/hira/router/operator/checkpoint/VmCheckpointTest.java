package dev.hira.router.operator.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.router.operator.checkpoint.CheckpointReport.Step;
import dev.hira.router.session.RouterSession;
import dev.hira.router.session.SessionView;
import dev.hira.router.testing.Calls;
import dev.hira.router.testing.Peer;
import dev.hira.router.testing.Rig;
import dev.hira.router.testing.ToyCatalog;
import dev.hira.wire.NoLeaks;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** A checkpoint that cannot be written leaves its VM as it was. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@ExtendWith(NoLeaks.class)
final class VmCheckpointTest {
    private final Rig rig = new Rig();
    private Peer guest;
    private RouterSession session;

    @BeforeEach
    void open() {
        rig.moveAtServer();
        guest = rig.open();
        session = rig.registry.all().getFirst();
    }

    @AfterEach
    void close() {
        rig.close();
    }

    /** A file on a disk that has room for some bytes only. */
    private static final class FullDisk implements WritableByteChannel {
        private int room;

        FullDisk(int room) {
            this.room = room;
        }

        @Override
        public int write(ByteBuffer source) throws IOException {
            if (source.remaining() > room) {
                throw new IOException("No space left on device");
            }
            int bytes = source.remaining();
            room -= bytes;
            source.position(source.limit());
            return bytes;
        }

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public void close() {}
    }

    private CheckpointReport suspend(WritableByteChannel out) throws Exception {
        SessionView facts = Objects.requireNonNull(session.facts());
        CompletableFuture<CheckpointReport> last =
                CompletableFuture.supplyAsync(() ->
                        new VmCheckpoint(
                                        facts.vm(),
                                        rig.services,
                                        server -> {
                                            throw new AssertionError("no state may be taken");
                                        },
                                        Duration.ofMinutes(1),
                                        Duration.ofMinutes(1),
                                        report -> {})
                                .run(List.of(session), out, 42, () -> {}, true));
        while (!last.isDone()) {
            rig.pump.run();
            Thread.onSpinWait();
        }
        return last.get(1, TimeUnit.MINUTES);
    }

    @Test
    void shouldLeaveTheVmRunningWhenTheDiskIsFull() throws Exception {
        for (int room : new int[] {0, 27, 28, 40}) {
            CheckpointReport last = suspend(new FullDisk(room));
            assertThat(last.step()).isEqualTo(Step.FAILED);
            assertThat(last.problem())
                    .isEqualTo("the checkpoint cannot be written: No space left on device");
            guest.send(new Calls(room + 1).call(ToyCatalog.WORK, true, 5, 5).frame());
            rig.pump.run();
            assertThat(rig.server().records()).extracting(Calls.Seen::call).endsWith(room + 1L);
            assertThat(Objects.requireNonNull(session.facts()).isSuspended()).isFalse();
            rig.server()
                    .send(
                            new Calls()
                                    .record(
                                            dev.hira.wire.RecordKinds.REPLY,
                                            0,
                                            ToyCatalog.WORK,
                                            room + 1)
                                    .frame());
            rig.pump.run();
        }
        assertThat(guest.isOpen()).isTrue();
        assertThat(guest.records()).hasSize(4);
    }
}
