package dev.hira.sample.loopback;

import dev.hira.api.Names;
import dev.hira.sample.loom.LoomArea;
import dev.hira.sample.loom.LoomDetails;
import dev.hira.sample.loom.LoomDriver;
import dev.hira.sample.loom.LoomEvent;
import dev.hira.sample.loom.LoomException;
import dev.hira.sample.loom.LoomFindCountsResult;
import dev.hira.sample.loom.LoomInfoResult;
import dev.hira.sample.loom.LoomLimits;
import dev.hira.sample.loom.LoomLoadPatternAsResult;
import dev.hira.sample.loom.LoomReached;
import dev.hira.sample.loom.LoomResult;
import dev.hira.sample.loom.LoomSide;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A loom that records its calls. */
final class LoomFake implements LoomDriver {
    final List<String> calls = new ArrayList<>();
    final byte[] memory = new byte[256];
    final List<Runnable> reached = new ArrayList<>();
    boolean busy;
    boolean full;
    @Nullable LoomEvent watcher;
    LoomInfoResult info =
            new LoomInfoResult(
                    -3,
                    List.of("one", "", "drei"),
                    new long[] {0, -1, Long.MAX_VALUE, 300},
                    List.of(LoomSide.HOST_TARGET, LoomSide.HOST_NONE),
                    new LoomLimits(
                            -1, 2.5, 0, true, new LoomDetails(Long.MIN_VALUE, bytes(1, 2, 3))));

    static MemorySegment bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return MemorySegment.ofArray(bytes);
    }

    @Override
    public Names names() {
        throw new UnsupportedOperationException("the names are the guest's");
    }

    @Override
    public LoomInfoResult loomInfo() {
        return info;
    }

    @Override
    public void loomOpenEngineAs(long engine, int number) {
        calls.add("open " + engine + " " + number);
    }

    @Override
    public void loomCloseEngine(int number) {
        calls.add("close " + number);
    }

    @Override
    public long loomCurrentEngine() {
        return 0x103;
    }

    @Override
    public long loomLeaveEngine() {
        calls.add("leave");
        return 0x103;
    }

    @Override
    public void loomEnterEngine(long engine) {
        calls.add("enter " + engine);
    }

    @Override
    public void loomLimit(int what, long most) {
        calls.add("limit " + what + " " + most);
    }

    @Override
    public void loomUnlimit(int what) {
        calls.add("unlimit " + what);
    }

    @Override
    public void loomYarn(String yarn) {
        calls.add("yarn " + yarn);
    }

    @Override
    public void loomAfter(long queue, long other) {
        calls.add("after " + other);
    }

    @Override
    public void loomTwistAs(long spool, long[] from) {
        calls.add("twist " + from.length);
    }

    @Override
    public void loomRetainSpool(long spool) {
        calls.add("retain");
    }

    @Override
    public void loomReleaseSpool(long spool) {
        calls.add("release");
    }

    @Override
    public void loomReadMarkedAs(long mark, MemorySegment into, long cloth, long bytes) {
        reached.add(() -> into.copyFrom(MemorySegment.ofArray(memory).asSlice(cloth, bytes)));
    }

    @Override
    public void loomWhenMarked(long mark, LoomReached then, long tag) {
        calls.add("when marked");
        reached.add(() -> then.call(tag));
    }

    @Override
    public void loomReleaseMark(long mark) {
        calls.add("release mark");
    }

    /** Property 1 is a number, property 2 a text. */
    @Override
    public long loomAsk(int property, long room, @Nullable MemorySegment value) {
        byte[] bytes =
                property == 1 ? new byte[] {7, 0, 0, 0} : "jacquard".getBytes(StandardCharsets.UTF_8);
        if (value != null && room < bytes.length) {
            throw new LoomException(LoomResult.LOOM_TOO_SMALL, "too small");
        }
        if (value != null) {
            value.copyFrom(MemorySegment.ofArray(bytes));
        }
        return bytes.length;
    }

    @Override
    public void loomCreateQueueAs(long queue, int priority) {
        calls.add("queue " + Integer.toUnsignedString(priority));
    }

    @Override
    public void loomDestroyQueue(long queue) {
        calls.add("destroy");
    }

    @Override
    public LoomResult loomQueueDone(long queue) {
        return busy ? LoomResult.LOOM_BUSY : LoomResult.LOOM_OK;
    }

    @Override
    public void loomWait(long queue) {
        calls.add("wait " + queue);
    }

    @Override
    public LoomResult loomWake(long queue) {
        return LoomResult.LOOM_BUSY;
    }

    @Override
    public void loomWhenReached(long queue, LoomReached then, long tag) {
        reached.add(() -> then.call(tag));
    }

    @Override
    public void loomWatch(long queue, @Nullable LoomEvent watcher) {
        this.watcher = watcher;
    }

    @Override
    public long loomMakeClothAs(long cloth, long width, int rows, boolean virtual) {
        if (full) {
            throw new LoomException(LoomResult.LOOM_FULL, "no room for " + rows + " rows");
        }
        calls.add("cloth " + width + " " + rows + " " + virtual);
        return 512;
    }

    @Override
    public void loomFreeCloth(long cloth) {
        calls.add("free " + cloth);
    }

    @Override
    public void loomWrite(long cloth, MemorySegment data, long bytes) {
        MemorySegment.copy(data, 0, MemorySegment.ofArray(memory), cloth, bytes);
    }

    @Override
    public void loomRead(MemorySegment into, long cloth, long bytes, long queue) {
        reached.add(() -> MemorySegment.copy(MemorySegment.ofArray(memory), cloth, into, 0, bytes));
    }

    @Override
    public void loomCopyArea(
            LoomArea area, @Nullable MemorySegment source, @Nullable MemorySegment target) {
        calls.add(
                "area x" + area.x() + " y" + area.y() + " pitch" + area.pitch() + " rows"
                        + area.rows() + " clothY" + area.clothY());
        MemorySegment cloth = MemorySegment.ofArray(memory);
        for (long row = 0; row < area.rows(); row++) {
            long there = (area.clothY() + row) * area.width();
            long here = (area.y() + row) * area.pitch() + area.x();
            if (source != null) {
                MemorySegment.copy(source, here, cloth, there, area.width());
            }
            if (target != null) {
                MemorySegment.copy(cloth, there, target, here, area.width());
            }
        }
    }

    @Override
    public LoomLoadPatternAsResult loomLoadPatternAs(
            long pattern,
            long base,
            MemorySegment text,
            @Nullable MemorySegment log,
            long logBytes,
            @Nullable LoomLimits limits) {
        calls.add(
                "load " + text.byteSize() + " " + (log == null ? "-" : log.byteSize()) + " "
                        + (limits == null ? "-" : limits.tension()));
        if (log != null) {
            log.set(ValueLayout.JAVA_BYTE, 0, (byte) 7);
        }
        return new LoomLoadPatternAsResult(1, 2);
    }

    @Override
    public void loomTune(
            long pattern, float[] weights, long[] queues, List<LoomArea> areas, MemorySegment note) {
        calls.add(
                "tune " + List.of(weights[0], weights[1]) + " " + queues.length + " " + areas + " "
                        + note.byteSize());
    }

    @Override
    public LoomFindCountsResult loomFindCounts(long pattern) {
        return new LoomFindCountsResult(0x4000, 5);
    }

    @Override
    public double loomWeave(
            long pattern,
            MemorySegment threads,
            int count,
            boolean repeat,
            long len_hint,
            int call) {
        for (int i = 0; i < count; i++) {
            int old = threads.getAtIndex(ValueLayout.JAVA_INT_UNALIGNED, i);
            threads.setAtIndex(ValueLayout.JAVA_INT_UNALIGNED, i, old * call);
        }
        return repeat ? -0.5 : 0.5;
    }

    @Override
    public void close() {}
}
