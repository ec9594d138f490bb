package dev.hira.sim.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.hira.api.MemoryRange;
import dev.hira.api.StateException;
import dev.hira.api.StateReceiver;
import dev.hira.api.StateSink;
import dev.hira.sim.SimConfig;
import dev.hira.sim.kernel.Checks;
import dev.hira.sim.kernel.KernelLoader;
import dev.hira.sim.kernel.KernelSettings;
import dev.hira.sim.launch.KernelCompiler;
import dev.hira.sim.launch.Tier;
import dev.hira.sim.pages.PageTracker.Kind;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Pre-copies with each kind of tracker. */
@ParameterizedClass
@EnumSource(Kind.class)
@Timeout(60)
final class PrecopyTest {
    private static final int PAGE = 4096;
    private static final int MIB = 1 << 20;
    private static final SimConfig DEVICE = Guest.device("profile=small,capability=9.0", false);

    private final Kind kind;
    private Guest guest;
    private MoveInRounds move;

    PrecopyTest(Kind kind) {
        this.kind = kind;
    }

    @BeforeEach
    void open() {
        assumeThat(kind.works()).as("this system has " + kind).isTrue();
        guest = Guest.at(DEVICE);
    }

    @AfterEach
    void close() {
        if (move != null) {
            move.close();
        }
        if (guest != null) {
            guest.close();
        }
    }

    private void begin() {
        move = new MoveInRounds(guest, DEVICE, kind);
        move.repeatAll();
    }

    private static byte[] random(int bytes) {
        byte[] content = new byte[bytes];
        new Random(bytes).nextBytes(content);
        return content;
    }

    @Test
    void shouldPassOnChangedPagesOnly() {
        long memory = guest.allocate(guest.context(), 3 * MIB);
        guest.write(memory, random(3 * MIB));
        begin();
        assertThat(move.rounds.pending()).isEqualTo(3 * MIB);
        assertThat(move.round()).isEqualTo(3 * MIB);
        assertThat(move.round()).isZero();
        guest.write(memory + 5 * PAGE - 1, new byte[] {1, 2});
        guest.cuda.cuMemsetD8(memory + MIB, 7, PAGE);
        guest.cuda.cuMemcpyDtoD(memory + 2 * MIB + 1, memory, 1);
        guest.cuda.cuCtxSynchronize();
        assertThat(move.round()).isEqualTo(4 * PAGE);
        guest.write(memory, new byte[] {9});
        assertThat(move.finish()).isEqualTo(PAGE);
    }

    @Test
    void shouldPassOnEverythingWithoutRounds() {
        long memory = guest.allocate(guest.context(), MIB);
        guest.write(memory, random(MIB));
        begin();
        assertThat(move.finish()).isEqualTo(MIB);
    }

    @Test
    void shouldPassOnPagesThatBecameZero() {
        long memory = guest.allocate(guest.context(), MIB);
        guest.write(memory, random(MIB));
        begin();
        move.round();
        guest.cuda.cuMemsetD8(memory + 10 * PAGE, 0, 100 * PAGE);
        guest.cuda.cuCtxSynchronize();
        assertThat(move.round()).isZero();
        assertThat(MoveInRounds.content(move.target)).isEqualTo(MoveInRounds.content(guest));
        guest.cuda.cuMemsetD8(memory, 0, MIB);
        assertThat(move.finish()).isZero();
        assertThat(MoveInRounds.content(move.target)).isEmpty();
    }

    @Test
    void shouldPassOnVariablesThatBecameZeroBeforeTheFirstRound() {
        long context = guest.context();
        long module = guest.module();
        guest.launch(guest.kernel(module, "tick"));
        assertThat(guest.variable(module, "calls")).isZero();
        assertThat(context).isNotZero();
        begin();
        assertThat(move.target.variable(module, "calls")).isEqualTo(3);
        move.round();
        move.finish();
        assertThat(move.target.variable(module, "calls")).isZero();
    }

    @Test
    void shouldSeeTheWritesOfKernelsInEachTier() {
        KernelLoader[] engines = {
            KernelCompiler.of(),
            KernelCompiler.of(Tier.scalar()),
            KernelCompiler.of(Tier.simt(), Tier.scalar())
        };
        for (KernelLoader engine : engines) {
            try (Guest other = Guest.at(DEVICE, engine)) {
                long memory = other.allocate(other.context(), 24);
                long module = other.module();
                long tick = other.kernel(module, "tick");
                long push = other.kernel(module, "push");
                long sum = other.kernel(module, "sum");
                other.launch(push, 100L, 1L);
                try (MoveInRounds own = new MoveInRounds(other, DEVICE, kind)) {
                    own.repeatAll();
                    own.round();
                    assertThat(own.round()).isZero();
                    other.launch(tick);
                    other.launch(push, 100L, 2L);
                    other.launch(sum, memory);
                    other.cuda.cuCtxSynchronize();
                    assertThat(own.round()).isPositive();
                    other.launch(sum, memory);
                    own.finish();
                }
            }
        }
    }

    @Test
    void shouldPassOnTheHeapOfKernelsWithTheState() {
        assertThat(guest.context()).isNotZero();
        long module = guest.module();
        long push = guest.kernel(module, "push");
        guest.launch(push, 5000L, 1L);
        begin();
        move.round();
        guest.launch(push, 5000L, 2L);
        move.finish();
    }

    @Test
    void shouldPassOnMemoryThatWasFreedAndAllocatedAgain() {
        long context = guest.context();
        long kept = guest.allocate(context, 512);
        long freed = guest.allocate(context, MIB);
        guest.write(freed, random(MIB));
        guest.write(kept, new byte[] {1});
        begin();
        move.round();
        guest.free(freed);
        long again = guest.allocate(context, MIB);
        assertThat(again).isEqualTo(freed);
        guest.write(again + 5000, new byte[] {7});
        // The target has not repeated the calls: the round overwrites what it has.
        move.round();
        assertThat(move.target.read(freed, MIB)).containsOnlyOnce(7);
        move.repeatAll();
        assertThat(move.tellMissed()).contains(new MemoryRange(freed, MIB));
        assertThat(move.finish()).as("the page of the write and the first one").isEqualTo(2 * PAGE);
    }

    @Test
    void shouldTakeKeptRoundsWithMemoryOfObjectsThatAreGone() {
        long context = guest.context();
        long freed = guest.allocate(context, 512);
        long kept = guest.allocate(context, 512);
        guest.write(freed, random(512));
        guest.write(kept, random(512));
        begin();
        KeptState state = new KeptState();
        assertThat(move.rounds.round(state)).as("both at once").isEqualTo(1024);
        guest.free(freed);
        move.finish(state);
        assertThat(move.target.read(kept, 512)).isEqualTo(guest.read(kept, 512));
    }

    @Test
    void shouldPassOnUntouchedMemoryInThePlaceOfOther() {
        long context = guest.context();
        long freed = guest.allocate(context, MIB);
        guest.write(freed, random(MIB));
        begin();
        move.round();
        guest.free(freed);
        assertThat(guest.allocate(context, MIB)).isEqualTo(freed);
        guest.cuda.cuCtxSynchronize();
        assertThat(move.round()).isZero();
        assertThat(MoveInRounds.content(move.target)).isEmpty();
        move.finish();
    }

    @Test
    void shouldFreeAndAllocateInStreamOrder() {
        long context = guest.context();
        long stream = guest.stream();
        long memory = guest.allocate(context, MIB);
        guest.write(memory, random(MIB));
        begin();
        for (int i = 0; i < 50; i++) {
            long kernelTime = i;
            guest.cuda.cuMemsetD8Async(memory, i, MIB, stream);
            guest.destroy(memory, cuda -> cuda.cuMemFreeAsync(memory, stream));
            guest.record(memory, cuda -> cuda.cuMemAllocAsyncAs(memory, MIB, stream));
            guest.cuda.cuMemsetD8Async(memory + kernelTime * PAGE, 1, PAGE, stream);
            move.round();
            if (i % 3 == 0) {
                move.repeatAll();
            }
            if (i % 4 == 0) {
                move.round();
            }
        }
        move.finish();
    }

    @Test
    void shouldPassOnAgainWhatTheTargetHadNoPlaceFor() {
        long context = guest.context();
        long memory = guest.allocate(context, MIB);
        guest.write(memory, random(MIB));
        move = new MoveInRounds(guest, DEVICE, kind);
        assertThat(move.rounds.round(move.receiver)).isEqualTo(MIB);
        assertThat(move.tellMissed()).contains(new MemoryRange(memory, MIB));
        assertThat(move.tellMissed()).isEmpty();
        move.repeatAll();
        assertThat(move.rounds.pending()).isEqualTo(MIB);
        assertThat(move.round()).isEqualTo(MIB);
        assertThat(move.finish()).isZero();
    }

    @Test
    void shouldPassOnScatteredPagesTogether() {
        long memory = guest.allocate(guest.context(), 4 * MIB);
        byte[] content = random(4 * MIB);
        guest.write(memory, content);
        begin();
        move.round();
        for (int page = 0; page < 4 * MIB / PAGE; page += 2) {
            guest.cuda.cuMemsetD8(memory + (long) page * PAGE, ~content[page * PAGE], 1);
        }
        guest.cuda.cuCtxSynchronize();
        AtomicInteger batches = new AtomicInteger();
        StateSink counting =
                new StateSink() {
                    @Override
                    public void record(byte[] record) {
                        move.receiver.record(record);
                    }

                    @Override
                    public void memory(long address, MemorySegment content) {
                        throw new AssertionError("a page by itself");
                    }

                    @Override
                    public void memory(List<MemoryRange> ranges, MemorySegment content) {
                        batches.incrementAndGet();
                        move.receiver.memory(ranges, content);
                    }
                };
        assertThat(move.rounds.round(counting)).isEqualTo(2 * MIB);
        assertThat(batches).hasValue(8);
        move.finish();
    }

    @Test
    void shouldForgetContextsThatEnd() {
        long kept = guest.context();
        long gone = guest.context();
        long memory = guest.allocate(gone, MIB);
        guest.write(memory, random(MIB));
        begin();
        move.round();
        guest.destroy(gone, cuda -> cuda.cuCtxDestroy(gone));
        guest.forget(memory);
        move.round();
        move.repeatAll();
        assertThat(move.tellMissed()).contains(new MemoryRange(memory, MIB));
        guest.cuda.cuCtxSetCurrent(kept);
        move.finish();
    }

    @Test
    void shouldRefuseAStateWhoseSenderWasNotToldWhatWasMissed() {
        long memory = guest.allocate(guest.context(), MIB);
        guest.write(memory, random(MIB));
        move = new MoveInRounds(guest, DEVICE, kind);
        move.rounds.round(move.receiver);
        move.repeatAll();
        assertThatThrownBy(() -> move.rounds.save(move.receiver))
                .isInstanceOf(StateException.class)
                .hasMessageContaining("the sender was not told that memory was missed here");
    }

    @Test
    void shouldRefuseRoundsOutOfOrder() {
        begin();
        StateReceiver receiver = move.receiver;
        byte[] second = RecordCodec.encode(new StateRecord.Round(1));
        assertThatThrownBy(() -> receiver.record(second))
                .isInstanceOf(StateException.class)
                .hasMessageContaining("the round 1 after 0 rounds");
        StateReceiver other = move.target.process.state().restorer();
        assertThatThrownBy(() -> other.memory(0, MemorySegment.ofArray(new byte[512])))
                .hasMessageContaining("does not begin with its first record");
    }

    @Test
    void shouldRefuseProcessesWhoseKernelsAreChecked() {
        SimConfig checked =
                DEVICE.withKernelSettings(
                        KernelSettings.usual().withChecks(Checks.parse("memory")));
        try (Guest other = Guest.at(checked)) {
            assertThatThrownBy(() -> other.process.state().precopy(kind))
                    .isInstanceOf(StateException.class)
                    .hasMessageContaining("checks kernels");
        }
    }

    @Test
    void shouldLeaveTheProcessAsItIsWhenRoundsAreClosed() {
        long memory = guest.allocate(guest.context(), MIB);
        guest.write(memory, random(MIB));
        begin();
        move.round();
        move.rounds.close();
        assertThat(guest.read(memory, MIB)).isEqualTo(random(MIB));
        guest.rest();
        try (Guest plain = guest.movedTo(DEVICE)) {
            assertThat(MoveInRounds.content(plain)).isEqualTo(MoveInRounds.content(guest));
        }
        move.target.close();
        move = null;
    }
}
