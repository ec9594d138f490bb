package dev.hira.sim.state;

import dev.hira.api.StateException;
import dev.hira.sim.driver.object.ProcessState;
import dev.hira.sim.driver.object.SimContext;
import dev.hira.sim.driver.object.SimEvent;
import dev.hira.sim.driver.object.SimFunction;
import dev.hira.sim.driver.object.SimObject;
import dev.hira.sim.engine.MarkOperation;
import dev.hira.sim.engine.WorkFault;
import dev.hira.sim.kernel.KernelContext;
import dev.hira.sim.kernel.KernelHeap;
import dev.hira.sim.kernel.KernelOutput;
import dev.hira.sim.memory.Range;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Writes the state of a process at rest. */
final class StateSaver {
    /** The most elements of a record that has a list. */
    private static final int ELEMENTS = 2048;

    /** The length of printed text from which on a record has no further text. */
    private static final int OUTPUT_UNITS = 16 << 10;

    private final ProcessState process;
    private final StateOutput out;
    private final List<SimObject> objects;

    StateSaver(ProcessState process, StateOutput out) {
        this.process = process;
        this.out = out;
        this.objects = process.objects().values();
    }

    /**
     * Writes everything; the reading of the clock goes first, so that nothing delays it.
     *
     * @param ahead whether memory was passed on before
     * @param missed asked when all else is written: whether there is more memory to pass on,
     *     because the receiver missed it
     */
    void save(MovedMemory memory, boolean ahead, BooleanSupplier missed) {
        out.write(new StateRecord.Begin(process.nanos()));
        process.contexts().forEach(this::save);
        List<StateRecord.Event> events = new ArrayList<>();
        List<StateRecord.Function> functions = new ArrayList<>();
        for (SimObject object : objects) {
            if (object instanceof SimEvent event) {
                events.add(state(event));
            } else if (object instanceof SimFunction kernel) {
                functions.add(new StateRecord.Function(kernel.name(), kernel.maxDynamicShared));
            }
        }
        writeParts(events, StateRecord.Events::new);
        writeParts(functions, StateRecord.Functions::new);
        saveWork();
        memory.pass(MovedMemory.Extent.ALL, ahead, out);
        if (missed.getAsBoolean()) {
            memory.pass(MovedMemory.Extent.ALL, ahead, out);
        }
        out.end();
    }

    private void saveWork() {
        @Nullable List<QueuedWork> queued = QueueSaver.save(process).work();
        if (queued == null) {
            throw new StateException(
                    "the process has work that cannot be moved; let it end before the state is"
                            + " moved");
        }
        queued.forEach(work -> out.write(new StateRecord.Queued(work)));
    }

    private <T> void writeParts(List<T> all, Function<List<T>, StateRecord> record) {
        for (int from = 0; from < all.size(); from += ELEMENTS) {
            out.write(record.apply(all.subList(from, Math.min(all.size(), from + ELEMENTS))));
        }
    }

    private void save(SimContext context) {
        long name = context.name();
        @Nullable WorkFault fault = context.channels().fault();
        out.write(
                new StateRecord.Context(
                        name,
                        context.kernels().grids(),
                        context.kernels().clockAhead(),
                        fault == null
                                ? null
                                : new StateRecord.Fault(
                                        fault.code(), String.valueOf(fault.getMessage()))));
        KernelHeap heap = context.kernels().heap();
        KernelContext.@Nullable Extent range = heap.range();
        if (range != null) {
            out.write(new StateRecord.Heap(name, new Range(range.address(), range.bytes())));
            writeParts(heap.allocations(), part -> new StateRecord.HeapBlocks(name, part));
        }
        saveOutput(name, context.kernels().output().pending());
    }

    private void saveOutput(long context, List<KernelOutput.Text> texts) {
        List<String> part = new ArrayList<>();
        int units = 0;
        long grid = 0;
        for (KernelOutput.Text text : texts) {
            if (!part.isEmpty()
                    && (text.grid() != grid || units >= OUTPUT_UNITS || part.size() == ELEMENTS)) {
                out.write(new StateRecord.Output(context, grid, List.copyOf(part)));
                part.clear();
                units = 0;
            }
            grid = text.grid();
            part.add(text.text());
            units += text.text().length();
        }
        if (!part.isEmpty()) {
            out.write(new StateRecord.Output(context, grid, part));
        }
    }

    private static StateRecord.Event state(SimEvent event) {
        @Nullable MarkOperation mark = event.mark();
        return new StateRecord.Event(
                event.name(),
                mark == null || !mark.done() ? null : mark.nanos(),
                mark != null && mark.terminated());
    }
}
