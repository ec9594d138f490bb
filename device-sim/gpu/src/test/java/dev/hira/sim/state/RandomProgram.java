package dev.hira.sim.state;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;

/**
 * A program of random calls. What it does depends only on its random numbers, and all that it sees
 * goes into its transcript.
 */
final class RandomProgram {
    private final Random random;
    private final List<String> transcript = new ArrayList<>();
    private final List<Long> contexts;
    private final List<Memory> memory;
    private final List<Module> modules;
    private final List<Long> streams;
    private final List<Event> events;
    private Guest guest;
    private boolean keepsModules;

    private record Memory(long context, long address, int bytes) {}

    private record Module(
            long context, long name, long push, long pop, long sum, long tick, long out) {}

    /**
     * An event.
     *
     * @param earlier whether it was last recorded before the move
     */
    private record Event(long context, long name, boolean recorded, boolean earlier) {}

    RandomProgram(Guest guest, long seed) {
        this.guest = guest;
        this.random = new Random(seed);
        this.contexts = new ArrayList<>(List.of(guest.context(), guest.context()));
        this.memory = new ArrayList<>();
        this.modules = new ArrayList<>();
        this.streams = new ArrayList<>();
        this.events = new ArrayList<>();
    }

    private RandomProgram(RandomProgram other, Guest guest, long seed) {
        this.guest = guest;
        this.random = new Random(seed);
        this.contexts = new ArrayList<>(other.contexts);
        this.memory = new ArrayList<>(other.memory);
        this.modules = new ArrayList<>(other.modules);
        this.streams = new ArrayList<>(other.streams);
        this.events = new ArrayList<>();
        for (Event e : other.events) {
            events.add(new Event(e.context, e.name, e.recorded, true));
        }
    }

    /** Returns the same program at another process, to go on with other random numbers. */
    RandomProgram at(Guest other, long seed) {
        return new RandomProgram(this, other, seed);
    }

    List<String> transcript() {
        return transcript;
    }

    RandomProgram run(int steps) {
        for (int step = 0; step < steps; step++) {
            long context = any(contexts);
            guest.cuda.cuCtxSetCurrent(context);
            step(context);
        }
        return this;
    }

    /** Loads and unloads no modules from now on. */
    void keepModules() {
        contexts.forEach(this::prepareHeap);
        keepsModules = true;
    }

    /** Has the device place the heap of a context's kernels. */
    private void prepareHeap(long context) {
        guest.cuda.cuCtxSetCurrent(context);
        long name = guest.module();
        guest.launch(guest.kernel(name, "push"), 16L, 1L);
    }

    private <T> T any(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }

    private void step(long context) {
        switch (random.nextInt(16)) {
            case 0 -> allocate(context);
            case 1 -> free();
            case 2, 3 -> write();
            case 4 -> load(context);
            case 5 -> unload();
            case 6, 7, 8 -> push();
            case 9 -> pop();
            case 10 -> look();
            case 11 -> stream();
            case 12 -> event(context);
            case 13 -> recordEvent();
            case 14 -> elapsed();
            default -> ask(context);
        }
    }

    private void allocate(long context) {
        int bytes = 1 + random.nextInt(1 << random.nextInt(20));
        memory.add(new Memory(context, guest.allocate(context, bytes), bytes));
    }

    private void free() {
        if (memory.size() > 2) {
            Memory freed = memory.remove(random.nextInt(memory.size()));
            guest.free(freed.address);
        }
    }

    private void write() {
        if (!memory.isEmpty()) {
            Memory target = any(memory);
            byte[] content = new byte[1 + random.nextInt(target.bytes)];
            if (random.nextInt(3) > 0) {
                random.nextBytes(content);
            }
            guest.write(
                    target.address + random.nextInt(target.bytes - content.length + 1), content);
        }
    }

    private void load(long context) {
        if (modules.size() < 5 && !keepsModules) {
            // Places become free when the work is done that was submitted before their release.
            guest.cuda.cuCtxSynchronize();
            long name = guest.module();
            modules.add(
                    new Module(
                            context,
                            name,
                            guest.kernel(name, "push"),
                            guest.kernel(name, "pop"),
                            guest.kernel(name, "sum"),
                            guest.kernel(name, "tick"),
                            guest.allocate(context, 24)));
        }
    }

    private void unload() {
        if (modules.size() > 2 && !keepsModules) {
            Module module = modules.remove(random.nextInt(modules.size()));
            guest.destroy(module.name, cuda -> cuda.cuModuleUnload(module.name));
        }
    }

    private void push() {
        if (!modules.isEmpty()) {
            Module module = any(modules);
            guest.cuda.cuCtxSetCurrent(module.context);
            guest.launch(module.push, 16L + random.nextInt(300), random.nextLong());
            guest.launch(module.tick);
        }
    }

    private void pop() {
        if (!modules.isEmpty()) {
            Module module = any(modules);
            guest.cuda.cuCtxSetCurrent(module.context);
            guest.launch(module.pop);
        }
    }

    /** Reads memory, and a list with the addresses in it and the number of the grid. */
    private void look() {
        if (!memory.isEmpty()) {
            Memory looked = any(memory);
            see("memory", Arrays.hashCode(guest.read(looked.address, looked.bytes)));
        }
        if (!modules.isEmpty()) {
            Module module = any(modules);
            guest.cuda.cuCtxSetCurrent(module.context);
            guest.launch(module.sum, module.out);
            see("list", HexFormat.of().formatHex(guest.read(module.out, 16)));
            see("calls", guest.variable(module.name, "calls"));
            see("filler", guest.cuda.cuModuleGetGlobal(module.name, "filler"));
        }
    }

    private void see(String what, Object value) {
        transcript.add(what + " " + value);
    }

    private void stream() {
        if (streams.size() < 4) {
            streams.add(guest.stream());
        } else {
            long stream = streams.remove(random.nextInt(streams.size()));
            guest.destroy(stream, cuda -> cuda.cuStreamDestroy(stream));
        }
    }

    private void event(long context) {
        if (events.size() < 8) {
            events.add(new Event(context, guest.event(), false, false));
        }
    }

    private void recordEvent() {
        if (!events.isEmpty()) {
            Event event = events.remove(random.nextInt(events.size()));
            guest.cuda.cuCtxSetCurrent(event.context);
            guest.record(event.name, cuda -> cuda.cuEventRecord(event.name, 0));
            events.add(new Event(event.context, event.name, true, false));
        }
    }

    /** Sees the time between two events, unless the devices' speed decides it. */
    private void elapsed() {
        if (!events.isEmpty()) {
            Event one = any(events);
            Event two = any(events);
            guest.cuda.cuEventSynchronize(one.name);
            see("query", guest.cuda.cuEventQuery(one.name));
            if (one.recorded && two.recorded && one.earlier && two.earlier) {
                see("elapsed", guest.cuda.cuEventElapsedTime(one.name, two.name));
            }
        }
    }

    private void ask(long context) {
        see("context", guest.cuda.cuCtxGetId(context));
        if (!streams.isEmpty()) {
            see("stream", guest.cuda.cuStreamGetId(any(streams)));
        }
    }
}
