package dev.hira.router.journal;

import dev.hira.router.journal.JournalRig.Command;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** A model of a CUDA server: objects, what they belong to, their settings, and lanes. */
final class ModelServer {
    /** An object; {@code call} created it. */
    private static final class Thing {
        final String type;
        final long parent;
        final long call;
        final Map<String, Long> settings = new TreeMap<>();

        Thing(String type, long parent, long call) {
            this.type = type;
            this.parent = parent;
            this.call = call;
        }

        @Override
        public String toString() {
            return type + " of " + parent + " " + settings;
        }
    }

    private final Map<Long, Thing> things = new TreeMap<>();

    /** The stacks of current contexts, the current one first. */
    private final Map<Integer, Deque<Long>> lanes = new TreeMap<>();

    /** Executes a command; false: it fails. Adds the calls that created the objects that died. */
    boolean execute(Command c, List<Long> died) {
        return switch (c.function()) {
            case "cuCtxCreate" -> create(c, "context", 0) && push(c);
            case "cuDevicePrimaryCtxRetain" -> create(c, "context", 0);
            case "cuDevicePrimaryCtxRelease", "cuDevicePrimaryCtxReset" ->
                    destroy(primary(c.value(1)), "context", died);
            case "cuCtxDestroy" -> destroyContext(c, died);
            case "cuCtxPushCurrent" -> is(c.value(1), "context") && push(c);
            case "cuCtxPopCurrent" -> lane(c).poll() != null;
            case "cuCtxSetCurrent" -> set(c);
            case "cuCtxSetLimit" ->
                    hasContext(c) && setting(current(c), "limit " + c.value(1), c.value(2));
            case "cuCtxEnablePeerAccess" ->
                    hasContext(c)
                            && is(c.value(1), "context")
                            && setting(current(c), "peer " + c.value(1), 1);
            case "cuCtxDisablePeerAccess" ->
                    hasContext(c)
                            && is(c.value(1), "context")
                            && thing(current(c)).settings.remove("peer " + c.value(1)) != null;
            case "cuMemAlloc" -> hasContext(c) && create(c, "memory", current(c));
            case "cuMemAllocAsync" ->
                    hasContext(c) && is(c.value(3), "stream") && create(c, "memory", current(c));
            case "cuStreamCreate" -> hasContext(c) && create(c, "stream", current(c));
            case "cuEventCreate" -> hasContext(c) && create(c, "event", current(c));
            case "cuModuleLoadData" -> hasContext(c) && create(c, "module", current(c));
            case "cuModuleGetFunction" ->
                    is(c.value(2), "module") && create(c, "function", c.value(2));
            case "cuFuncSetAttribute" ->
                    is(c.value(1), "function")
                            && setting(c.value(1), "attribute " + c.value(2), c.value(3));
            case "cuEventRecord" ->
                    hasContext(c)
                            && is(c.value(1), "event")
                            && is(c.value(2), "stream")
                            && setting(c.value(1), "record", c.value(2));
            case "cuMemFree" -> destroy(c.value(1), "memory", died);
            case "cuStreamDestroy" -> destroy(c.value(1), "stream", died);
            case "cuEventDestroy" -> destroy(c.value(1), "event", died);
            case "cuModuleUnload" -> destroy(c.value(1), "module", died);
            case "cuModuleGetGlobal" -> is(c.value(1), "module") && variable(c);
            case "cuCtxSynchronize" -> hasContext(c);
            default -> throw new AssertionError("The model has no " + c.function() + ".");
        };
    }

    /** Returns the name of the primary context of a device. */
    static long primary(long device) {
        return 0x0100000000000001L + device;
    }

    /** Returns the address of a module's variable. */
    long variable(long module) {
        return 0x9_0000_0000L + 0x1000 * module;
    }

    private boolean variable(Command c) {
        long name = variable(c.value(1));
        things.putIfAbsent(name, new Thing("memory", c.value(1), c.call()));
        return true;
    }

    private boolean create(Command c, String type, long parent) {
        return c.value(1) != 0
                && things.putIfAbsent(c.value(1), new Thing(type, parent, c.call())) == null;
    }

    private boolean push(Command c) {
        lane(c).push(c.value(1));
        return true;
    }

    private boolean set(Command c) {
        if (c.value(1) != 0 && !is(c.value(1), "context")) {
            return false;
        }
        lane(c).poll();
        return c.value(1) == 0 || push(c);
    }

    private boolean destroyContext(Command c, List<Long> died) {
        if (!destroy(c.value(1), "context", died)) {
            return false;
        }
        if (Objects.equals(lane(c).peek(), c.value(1))) {
            lane(c).poll();
        }
        return true;
    }

    private boolean destroy(long name, String type, List<Long> died) {
        if (!is(name, type)) {
            return false;
        }
        died.add(thing(name).call);
        things.remove(name);
        for (Map.Entry<Long, Thing> other : new ArrayList<>(things.entrySet())) {
            if (other.getValue().parent == name && things.containsKey(other.getKey())) {
                destroy(other.getKey(), other.getValue().type, died);
            }
        }
        return true;
    }

    private boolean setting(long name, String key, long value) {
        thing(name).settings.put(key, value);
        return true;
    }

    private Thing thing(long name) {
        return Objects.requireNonNull(things.get(name));
    }

    private boolean is(long name, String type) {
        Thing thing = things.get(name);
        return thing != null && thing.type.equals(type);
    }

    private boolean hasContext(Command c) {
        Long top = lane(c).peek();
        return top != null && is(top, "context");
    }

    private long current(Command c) {
        Long top = lane(c).peek();
        return top == null ? 0 : top;
    }

    private Deque<Long> lane(Command c) {
        return lanes.computeIfAbsent(c.lane(), _ -> new ArrayDeque<>());
    }

    int objects() {
        return things.size();
    }

    void laneEnded(int lane) {
        lanes.remove(lane);
    }

    /** Returns everything that a replay must recreate. */
    String state() {
        Map<Integer, List<Long>> stacks = new TreeMap<>();
        lanes.forEach((lane, stack) -> {
            if (!stack.isEmpty()) {
                stacks.put(lane, List.copyOf(stack));
            }
        });
        return things + " " + stacks;
    }

    @Override
    public String toString() {
        return state();
    }
}
