package dev.hira.sim.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hira.api.StateException;
import dev.hira.sim.driver.object.Placements;
import dev.hira.sim.kernel.KernelContext.Extent;
import dev.hira.sim.kernel.LaunchProgress;
import dev.hira.sim.kernel.LaunchShape;
import dev.hira.sim.memory.Range;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class RecordCodecTest {
    static Stream<StateRecord> records() {
        return Stream.of(
                new StateRecord.Choices(new Placements(0, Map.of(), Map.of(), Map.of(), Map.of())),
                new StateRecord.Choices(
                        new Placements(
                                7,
                                Map.of(1L, 2L, -3L, 4L),
                                Map.of(5L, new Range(6, 7)),
                                Map.of(
                                        8L,
                                        new Placements.OfModule(
                                                9, List.of(new Range(1, 2), new Range(3, 4))),
                                        10L,
                                        new Placements.OfModule(11, List.of())),
                                Map.of(12L, 13L))),
                new StateRecord.Begin(Long.MIN_VALUE),
                new StateRecord.Context(1, 2, -3, null),
                new StateRecord.Context(-1, 0, 0, new StateRecord.Fault(700, "at 0x0: \ud800 ß")),
                new StateRecord.Heap(1, new Range(2, 3)),
                new StateRecord.HeapBlocks(1, List.of()),
                new StateRecord.HeapBlocks(1, List.of(new Extent(2, 3), new Extent(4, 5))),
                new StateRecord.Output(1, 7, List.of("", "a\n", "x".repeat(100_000))),
                new StateRecord.Events(
                        List.of(
                                new StateRecord.Event(1, null, false),
                                new StateRecord.Event(2, -5L, false),
                                new StateRecord.Event(3, 5L, true))),
                new StateRecord.Functions(List.of(new StateRecord.Function(1, 2))),
                new StateRecord.Round(4),
                new StateRecord.Zeros(List.of(new Range(2, 3), new Range(4, 5))),
                new StateRecord.Queued(new QueuedWork.Call(1, 2, 3)),
                new StateRecord.Queued(new QueuedWork.Queue(1, QueuedWork.Stream.OF_LANE, -2)),
                new StateRecord.Queued(
                        new QueuedWork.Copy(
                                7,
                                new QueuedWork.Side(QueuedWork.Place.DEVICE, 1, 2, 3, 4),
                                new QueuedWork.Side(QueuedWork.Place.RESULT, 5, 6, 7, 8),
                                new dev.hira.sim.driver.copy.Extent(9, 10, 11))),
                new StateRecord.Queued(
                        new QueuedWork.Fill(
                                7,
                                new QueuedWork.Side(QueuedWork.Place.SHARED, 1, 2, 3, 4),
                                -5,
                                4,
                                new dev.hira.sim.driver.copy.Extent(9, 10, 1))),
                new StateRecord.Queued(new QueuedWork.Mark(3)),
                new StateRecord.Queued(new QueuedWork.Wait(4)),
                new StateRecord.Queued(new QueuedWork.Queue(1, QueuedWork.Stream.BESIDE, 3)),
                new StateRecord.Queued(new QueuedWork.WaitForProgram(5)),
                new StateRecord.Queued(new QueuedWork.Terminated()),
                new StateRecord.End(1, 2, -3));
    }

    @ParameterizedTest
    @MethodSource("records")
    void shouldReadWhatItHasWritten(StateRecord record) {
        assertThat(RecordCodec.decode(RecordCodec.encode(record))).isEqualTo(record);
    }

    @Test
    void shouldReadALaunchThatItHasWritten() {
        QueuedWork.Kernel launch =
                new QueuedWork.Kernel(
                        1,
                        2,
                        new LaunchShape(3, 4, 5, 6, 7, 8, 9, true),
                        new LaunchProgress(10, 11, 12, 13),
                        new byte[] {14, 15});
        byte[] record = RecordCodec.encode(new StateRecord.Queued(launch));
        assertThat(RecordCodec.decode(record))
                .usingRecursiveComparison()
                .isEqualTo(new StateRecord.Queued(launch));
    }

    @Test
    void shouldKeepTheLayoutThatTheDocumentDescribes() {
        assertThat(RecordCodec.encode(new StateRecord.Begin(0x0102030405060708L)))
                .startsWith(2, 0, 1, 0, 8, 7, 6, 5, 4, 3, 2, 1)
                .hasSize(16);
    }

    @Test
    void shouldRefuseBytesBehindTheFields() {
        byte[] longer = new RecordWriter().u16(2).u16(1).i64(0).u8(0).finish();
        assertThatThrownBy(() -> RecordCodec.decode(longer))
                .isInstanceOf(StateException.class)
                .hasMessageContaining("1 bytes more than its fields take");
    }

    @Test
    void shouldRefuseAListThatIsLongerThanItsRecord() {
        byte[] cut = new RecordWriter().u16(7).u16(1).i32(-1).finish();
        assertThatThrownBy(() -> RecordCodec.decode(cut))
                .isInstanceOf(StateException.class)
                .hasMessageContaining("4294967295 elements do not fit into 0 bytes");
    }
}
