package dev.hira.sim.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hira.sim.code.Space;
import dev.hira.sim.code.Step.Update;
import dev.hira.sim.code.Windows;
import dev.hira.sim.kernel.FaultKind;
import dev.hira.sim.ptx.model.ScalarType;
import java.util.List;
import org.junit.jupiter.api.Test;

final class MemoryAndAtomicsTest {
    private final BlockState block = RunFixture.block(32, List.of());

    private long load(Space space, long address, int bytes) {
        return ThreadMemory.load(block, 3, space, address, bytes);
    }

    private void store(Space space, long address, int bytes, long value) {
        ThreadMemory.store(block, 3, space, address, bytes, value);
    }

    @Test
    void shouldReachEverySpaceByItsOwnAndByGenericAddresses() {
        for (Space space : List.of(Space.SHARED, Space.LOCAL)) {
            store(space, 8, 8, 0x8877665544332211L);
            assertThat(load(Space.GENERIC, Windows.of(space) + 8, 4)).isEqualTo(0x44332211L);
            assertThat(load(Space.GENERIC, Windows.of(space) + 15, 1)).isEqualTo(0x88);
        }
        store(Space.GENERIC, RunFixture.BASE + 2, 2, 0xfedc);
        assertThat(load(Space.GLOBAL, RunFixture.BASE, 4)).isEqualTo(0xfedc0000L);
        store(Space.GLOBAL, RunFixture.VARIABLES + 4092, 4, -1);
        assertThat(load(Space.GENERIC, RunFixture.VARIABLES + 4092, 4)).isEqualTo(0xffffffffL);
        block.grid.parameters()[5] = 7;
        assertThat(load(Space.PARAM, 5, 1)).isEqualTo(7);
        assertThat(load(Space.GENERIC, Windows.PARAM + 4, 2)).isEqualTo(0x700);
    }

    @Test
    void shouldRefuseAccessesOutOfBounds() {
        long end = RunFixture.BASE + RunFixture.BYTES;
        for (long address : new long[] {0, RunFixture.BASE - 4, end, -4, Long.MIN_VALUE}) {
            assertThatThrownBy(() -> load(Space.GLOBAL, address, 4))
                    .isInstanceOfSatisfying(
                            DeviceFault.class,
                            fault -> {
                                assertThat(fault.kind()).isEqualTo(FaultKind.ILLEGAL_ADDRESS);
                                assertThat(fault.address()).isEqualTo(address);
                            });
        }
        assertThatThrownBy(() -> store(Space.SHARED, 80, 4, 0)).hasMessageContaining("shared");
        assertThatThrownBy(() -> store(Space.LOCAL, 32, 1, 0)).hasMessageContaining("local");
        assertThatThrownBy(() -> store(Space.PARAM, 0, 4, 0)).hasMessageContaining("read-only");
        assertThatThrownBy(() -> load(Space.GENERIC, Windows.SHARED + (1L << 32), 4))
                .isInstanceOf(DeviceFault.class);
    }

    @Test
    void shouldReachMemoryAllocatedSinceTheKernelBegan() {
        RunFixture.Plain memory = new RunFixture.Plain();
        memory.reach(64);
        BlockState begun = RunFixture.block(32, List.of(), memory);
        for (long window : new long[] {RunFixture.BASE, RunFixture.VARIABLES}) {
            memory.reach(64);
            BlockState early = RunFixture.block(32, List.of(), memory);
            assertThatThrownBy(() -> ThreadMemory.load(early, 0, Space.GLOBAL, window + 64, 4))
                    .isInstanceOf(DeviceFault.class);
            memory.reach(128);
            ThreadMemory.store(early, 0, Space.GLOBAL, window + 64, 4, 5);
            assertThat(ThreadMemory.load(begun, 0, Space.GLOBAL, window + 64, 4)).isEqualTo(5);
        }
    }

    @Test
    void shouldRefuseMisalignedAccesses() {
        assertThatThrownBy(() -> load(Space.GLOBAL, RunFixture.BASE + 2, 4))
                .isInstanceOfSatisfying(
                        DeviceFault.class,
                        fault -> assertThat(fault.kind()).isEqualTo(FaultKind.MISALIGNED_ADDRESS))
                .hasMessageContaining("multiple of 4");
    }

    private long update(Update update, ScalarType type, long old, long operand, long other) {
        long address = RunFixture.BASE + 64;
        store(Space.GLOBAL, address - 8, 8, -1);
        store(Space.GLOBAL, address, 8, -1);
        store(Space.GLOBAL, address, type.bytes(), old);
        assertThat(
                        AtomicAccesses.update(
                                block, 0, Space.GLOBAL, address, update, type, operand, other))
                .isEqualTo(old);
        assertThat(load(Space.GLOBAL, address - 8, 8)).isEqualTo(-1);
        long global = load(Space.GLOBAL, address, type.bytes());
        store(Space.SHARED, 0, 8, 0);
        store(Space.SHARED, 0, type.bytes(), old);
        AtomicAccesses.update(
                block, 0, Space.GENERIC, Windows.SHARED, update, type, operand, other);
        assertThat(load(Space.SHARED, 0, type.bytes())).isEqualTo(global);
        return global;
    }

    @Test
    void shouldUpdateWholeNumbers() {
        assertThat(update(Update.ADD, ScalarType.U32, 0xffffffffL, 2, 0)).isEqualTo(1);
        assertThat(update(Update.MIN, ScalarType.S32, 0xffffffffL, 2, 0)).isEqualTo(0xffffffffL);
        assertThat(update(Update.MIN, ScalarType.U32, 0xffffffffL, 2, 0)).isEqualTo(2);
        assertThat(update(Update.MAX, ScalarType.S64, -1, 2, 0)).isEqualTo(2);
        assertThat(update(Update.MAX, ScalarType.U64, -1, 2, 0)).isEqualTo(-1);
        assertThat(update(Update.INC, ScalarType.U32, 4, 5, 0)).isEqualTo(5);
        assertThat(update(Update.INC, ScalarType.U32, 5, 5, 0)).isEqualTo(0);
        assertThat(update(Update.DEC, ScalarType.U32, 0, 5, 0)).isEqualTo(5);
        assertThat(update(Update.DEC, ScalarType.U32, 9, 5, 0)).isEqualTo(5);
        assertThat(update(Update.DEC, ScalarType.U32, 3, 5, 0)).isEqualTo(2);
        assertThat(update(Update.CAS, ScalarType.B32, 3, 3, 9)).isEqualTo(9);
        assertThat(update(Update.CAS, ScalarType.B32, 3, 4, 9)).isEqualTo(3);
        assertThat(update(Update.CAS, ScalarType.B16, 0xfff3, 0xfff3, 9)).isEqualTo(9);
        assertThat(update(Update.EXCHANGE, ScalarType.B64, 3, -4, 0)).isEqualTo(-4);
        assertThat(update(Update.XOR, ScalarType.B32, 0xf0f0f0f0L, 0xffffffffL, 0))
                .isEqualTo(0x0f0f0f0fL);
    }

    @Test
    void shouldUpdateFloatingPointNumbers() {
        long sum = update(Update.ADD, ScalarType.F32, bits(1.5f), bits(2.25f), 0);
        assertThat(Float.intBitsToFloat((int) sum)).isEqualTo(3.75f);
        long exact =
                update(
                        Update.ADD,
                        ScalarType.F64,
                        Double.doubleToRawLongBits(1e300),
                        Double.doubleToRawLongBits(-1e300),
                        0);
        assertThat(exact).isZero();
        long half =
                update(
                        Update.ADD,
                        ScalarType.F16,
                        Float.floatToFloat16(1f) & 0xffff,
                        Float.floatToFloat16(0.5f) & 0xffff,
                        0);
        assertThat(Float.float16ToFloat((short) half)).isEqualTo(1.5f);
        assertThat(update(Update.ADD, ScalarType.BF16, 0x3f80, 0x4000, 0)).isEqualTo(0x4040);
        // 1 + 1/256 lies between two numbers of eight bits: the even one wins.
        assertThat(update(Update.ADD, ScalarType.BF16, 0x3f80, 0x3b80, 0)).isEqualTo(0x3f80);
        assertThat(update(Update.ADD, ScalarType.BF16, 0x3f81, 0x3b80, 0)).isEqualTo(0x3f82);
        assertThat(update(Update.ADD, ScalarType.BF16X2, 0x4000_3f80L, 0x3f80_4000L, 0))
                .isEqualTo(0x4040_4040L);
    }

    private static long bits(float value) {
        return Float.floatToRawIntBits(value) & 0xffff_ffffL;
    }
}
