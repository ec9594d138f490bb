package dev.hira.sim.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hira.api.StateException;
import dev.hira.api.StateSink;
import dev.hira.api.cuda.CudaException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Damages a state in every place and passes it to a process. */
@Tag("thorough")
@Timeout(240)
final class HostileStateTest {
    private static final String DEVICE = "profile=small,capability=9.0";

    private Guest guest;
    private SavedState saved;
    private byte[] placements;
    private long end;

    @BeforeEach
    void save() {
        guest = Guest.at(Guest.device(DEVICE, true));
        long context = guest.context();
        long module = guest.module();
        long memory = guest.allocate(context, 600);
        end = memory + 1024;
        guest.write(memory, new byte[] {1, 2});
        guest.launch(guest.kernel(module, "push"), 64L, 9L);
        guest.launch(guest.kernel(guest.printingModule(), "hello"), 5, 0.5);
        guest.stream();
        long event = guest.event();
        guest.event();
        guest.record(event, cuda -> cuda.cuEventRecord(event, 0));
        guest.launch(guest.kernel(module, "fail"));
        guest.rest();
        saved = SavedState.of(guest.process.state());
        placements = guest.process.state().placements();
    }

    @AfterEach
    void close() {
        guest.close();
    }

    /** Passes on the state with another part; true when the process took all of it. */
    private boolean taken(int part, byte[] other) {
        try (Guest there = guest.repeatedAt(Guest.device(DEVICE, true))) {
            StateSink restorer = there.process.state().restorer();
            for (int i = 0; i < saved.parts.size(); i++) {
                SavedState.Part each = saved.parts.get(i);
                (i == part ? each.with(other) : each).passTo(restorer);
            }
            return true;
        } catch (StateException refused) {
            assertThat(refused.getMessage()).isNotBlank();
            return false;
        }
    }

    /** Makes the checksum right again. */
    private static byte[] signed(byte[] record) {
        CRC32C checksum = new CRC32C();
        checksum.update(record, 0, record.length - 4);
        ByteBuffer.wrap(record)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(record.length - 4, (int) checksum.getValue());
        return record;
    }

    private static byte[] flipped(byte[] record, int at, int bits) {
        byte[] other = record.clone();
        other[at] ^= (byte) bits;
        return other;
    }

    private boolean isRecord(int part) {
        return saved.parts.get(part).bytes().length < 512;
    }

    @Test
    void shouldTakeTheStateAsItWasSaved() {
        assertThat(taken(-1, new byte[0])).isTrue();
    }

    @Test
    void shouldRefuseEachFlippedByte() {
        for (int part = 0; part < saved.parts.size(); part++) {
            byte[] bytes = saved.parts.get(part).bytes();
            int step = isRecord(part) ? 1 : 397;
            for (int at = 0; at < bytes.length; at += step) {
                assertThat(taken(part, flipped(bytes, at, 1 << at % 8)))
                        .as("part %d of %d bytes, byte %d", part, bytes.length, at)
                        .isFalse();
            }
        }
    }

    @Test
    void shouldRefuseEachPartThatIsCutOff() {
        for (int part = 0; part < saved.parts.size(); part++) {
            byte[] bytes = saved.parts.get(part).bytes();
            int step = isRecord(part) ? 1 : 397;
            for (int length = 0; length < bytes.length; length += step) {
                byte[] cut = Arrays.copyOf(bytes, length);
                assertThat(taken(part, cut)).as("part %d, %d bytes", part, length).isFalse();
                if (isRecord(part) && length >= 4) {
                    assertThat(taken(part, signed(cut))).as("part %d cut", part).isFalse();
                }
            }
        }
    }

    /** Any result is right here, except another exception or an endless wait. */
    @Test
    void shouldSurviveRecordsThatAreForged() {
        for (int part = 0; part < saved.parts.size(); part++) {
            byte[] bytes = saved.parts.get(part).bytes();
            for (int at = 0; isRecord(part) && at < bytes.length - 4; at++) {
                for (int bits : new int[] {0x01, 0x80, 0xff}) {
                    boolean done = taken(part, signed(flipped(bytes, at, bits)));
                    assertThat(done && at < 4).as("kind or version of part %d", part).isFalse();
                }
            }
        }
    }

    @Test
    void shouldSurvivePlacementsThatAreForged() {
        Random random = new Random(5);
        for (int at = 0; at < placements.length - 4; at++) {
            byte[] forged = signed(flipped(placements, at, 1 + random.nextInt(255)));
            try (Guest there = guest.repeatedAt(Guest.device(DEVICE, true), forged)) {
                saved.passTo(there.process.state().restorer());
            } catch (StateException | CudaException refused) {
                assertThat(refused.getMessage()).isNotBlank();
            }
        }
        for (int length = 0; length < placements.length; length++) {
            byte[] cut = Arrays.copyOf(placements, length);
            try (Guest there = Guest.unusedAt(Guest.device(DEVICE, true))) {
                StateTransfer state = there.process.state();
                assertThatThrownBy(() -> state.prepare(cut)).isInstanceOf(StateException.class);
            }
        }
    }

    @Test
    void shouldRefusePartsInAnotherOrder() {
        try (Guest there = guest.repeatedAt(Guest.device(DEVICE, true))) {
            StateSink early = there.process.state().restorer();
            assertThatThrownBy(() -> early.memory(1L << 40, MemorySegment.ofArray(new byte[1])))
                    .hasMessageContaining("does not begin with its first record");
            StateSink restorer = there.process.state().restorer();
            saved.parts.getFirst().passTo(restorer);
            assertThatThrownBy(() -> saved.parts.getLast().passTo(restorer))
                    .isInstanceOf(StateException.class)
                    .hasMessageContaining("the state is not complete");
            assertThatThrownBy(() -> saved.parts.get(1).passTo(restorer))
                    .hasMessageContaining("was refused before this one");
        }
        try (Guest there = guest.repeatedAt(Guest.device(DEVICE, true))) {
            StateSink restorer = there.process.state().restorer();
            saved.passTo(restorer);
            assertThatThrownBy(() -> restorer.record(placements))
                    .hasMessageContaining("after its last record");
        }
    }

    @Test
    void shouldRefuseAnUnknownVersionAndSayWhatIsKnown() {
        byte[] newer = saved.parts.getFirst().bytes().clone();
        newer[2] = 9;
        try (Guest there = guest.repeatedAt(Guest.device(DEVICE, true))) {
            StateSink restorer = there.process.state().restorer();
            assertThatThrownBy(() -> restorer.record(signed(newer)))
                    .isInstanceOf(StateException.class)
                    .hasMessageContaining("kind 2 and version 9")
                    .hasMessageContaining("of version 1");
        }
    }

    @Test
    void shouldRefuseMemoryOutsideAllocations() {
        for (long address : new long[] {0, end, end - 1, Long.MAX_VALUE, -1, Long.MIN_VALUE}) {
            try (Guest there = guest.repeatedAt(Guest.device(DEVICE, true))) {
                StateSink restorer = there.process.state().restorer();
                saved.parts.getFirst().passTo(restorer);
                assertThatThrownBy(
                                () -> restorer.memory(address, MemorySegment.ofArray(new byte[2])))
                        .isInstanceOf(StateException.class)
                        .hasMessageContaining("where the repeated calls have not allocated");
            }
        }
    }
}
