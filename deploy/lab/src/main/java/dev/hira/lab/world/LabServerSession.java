package dev.hira.lab.world;

import dev.hira.api.cuda.CudaFunctions;
import dev.hira.link.Link;
import dev.hira.link.LinkHandler;
import dev.hira.router.judge.Controls;
import dev.hira.sim.engine.ActionOperation;
import dev.hira.sim.engine.Channel;
import dev.hira.sim.engine.ChannelGroup;
import dev.hira.sim.engine.EngineOperation;
import dev.hira.sim.engine.cost.Role;
import dev.hira.wire.ArgsReader;
import dev.hira.wire.DoneWriter;
import dev.hira.wire.Frame;
import dev.hira.wire.FrameLayout;
import dev.hira.wire.FrameWriter;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.RecordCursor;
import dev.hira.wire.RecordKinds;
import dev.hira.wire.v1.Control;
import dev.hira.wire.v1.Identified;
import dev.hira.wire.v1.Open;
import dev.hira.wire.v1.Opened;
import dev.hira.wire.v1.Running;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** A session at a server of the laboratory: turns commands into work for a device. */
final class LabServerSession implements LinkHandler {
    private static final long BEAT = 25_000_000;

    private final LabServer server;
    private final Link link;
    private final FrameWriter writer = new FrameWriter();
    private final DoneWriter done = new DoneWriter();
    private final RecordCursor cursor = new RecordCursor();
    private final ArgsReader args = new ArgsReader();
    private final Map<Long, Channel> streams = new HashMap<>();
    private final Set<Long> functions = new HashSet<>();
    private final Set<Long> underWay = new HashSet<>();
    private @Nullable Place place;

    LabServerSession(LabServer server, Link link) {
        this.server = server;
        this.link = link;
    }

    @Override
    public void onFrame(Frame frame) {
        cursor.wrap(frame);
        while (cursor.next()) {
            if (cursor.kind() == RecordKinds.CONTROL) {
                control(Controls.parse(frame, cursor));
            } else if (cursor.kind() == RecordKinds.CALL) {
                call();
            }
        }
        frame.release();
    }

    private void control(Control control) {
        if (!control.hasOpen()) {
            return;
        }
        Open open = control.getOpen();
        LabDevice device = server.devices().get(open.getDeviceOrdinals(0));
        place =
                new Place(
                        open.getVm(),
                        open.getProcess(),
                        device,
                        new ChannelGroup(device.engines(), Runnable::run));
        link.send(
                Controls.frame(
                        Control.newBuilder()
                                .setOpened(
                                        Opened.newBuilder()
                                                .setSession(open.getSession())
                                                .setDevices(1))
                                .build()));
    }

    private void call() {
        cursor.args(args);
        switch (cursor.function()) {
            case CudaFunctions.CU_LAUNCH_KERNEL -> launch();
            case CudaFunctions.CU_MEMCPY_HTO_D_ASYNC -> copy(Role.TO_DEVICE);
            case CudaFunctions.CU_MEMCPY_DTO_H_ASYNC -> copy(Role.TO_HOST);
            case CudaFunctions.CU_STREAM_SYNCHRONIZE -> synchronize();
            case CudaFunctions.CU_MEM_FREE -> released();
            default -> answer(cursor.callId(), cursor.lane());
        }
    }

    private void launch() {
        long function = 0;
        long nanos = 0;
        long stream = 0;
        while (args.next()) {
            switch (args.field()) {
                case 1 -> function = args.uint64();
                case 2 -> nanos = args.uint64();
                case 9 -> stream = args.uint64();
                default -> args.skip();
            }
        }
        if (functions.add(function)) {
            tellFunction(function);
        }
        LabDevice device = place().device();
        long call = cursor.callId();
        long length = nanos;
        submit(stream, LabWork.kernel(device, length, () -> began(call, length), ended(call)));
    }

    private void began(long call, long nanos) {
        if (nanos > BEAT) {
            underWay.add(call);
            server.clock().schedule(BEAT, () -> beat(call));
        }
    }

    /** Reports the work that the devices are doing, as servers do. */
    private void beat(long call) {
        if (underWay.contains(call)) {
            link.send(
                    Controls.frame(
                            Control.newBuilder()
                                    .setRunning(Running.newBuilder().addCalls(call))
                                    .build()));
            server.clock().schedule(BEAT, () -> beat(call));
        }
    }

    /** Kernels of guests are different ones, as if each had its own module. */
    private void tellFunction(long function) {
        Identified.Builder told = Identified.newBuilder();
        told.addNames(function).addDevices(0).addLabels(place().guest());
        told.addCodes((long) place().guest().hashCode() << 32 | function);
        link.send(Controls.frame(Control.newBuilder().setIdentified(told).build()));
    }

    private void copy(Role role) {
        long bytes = 0;
        long stream = 0;
        while (args.next()) {
            switch (args.field()) {
                case 3 -> bytes = args.uint64();
                case 4 -> stream = args.uint64();
                default -> args.skip();
            }
        }
        submit(stream, LabWork.copy(place().device(), role, bytes, ended(cursor.callId())));
    }

    private void submit(long stream, EngineOperation work) {
        place().device().queued(place().vm());
        place().group().submit(channel(stream), work);
    }

    private LongConsumer ended(long call) {
        Place at = place();
        return took -> {
            long now = server.clock().nanos();
            at.device().ended(at.vm());
            server.recorder().worked(at.vm(), at.guest(), at.device().name(), now - took, now);
            underWay.remove(call);
            tellDone(call, took);
        };
    }

    private void tellDone(long call, long took) {
        done.add(call, 0, took);
        done.finish(writer);
        link.send(writer.finish(FrameLayout.AUDIENCE_HOP));
    }

    private void synchronize() {
        long stream = 0;
        while (args.next()) {
            stream = args.uint64();
        }
        long call = cursor.callId();
        int lane = cursor.lane();
        place().group().submit(channel(stream), new ActionOperation(() -> answer(call, lane)));
    }

    private void released() {
        long name = 0;
        while (args.next()) {
            name = args.uint64();
        }
        link.send(
                Controls.frame(
                        Control.newBuilder()
                                .setReleased(dev.hira.wire.v1.Released.newBuilder().addNames(name))
                                .build()));
    }

    private void answer(long call, int lane) {
        writer.begin(RecordKinds.REPLY, 0, 0, call, lane);
        writer.end();
        link.send(writer.finish(FrameLayout.AUDIENCE_PEER));
    }

    private Channel channel(long stream) {
        return streams.computeIfAbsent(stream, s -> place().group().open(false, 0));
    }

    private Place place() {
        return Objects.requireNonNull(place, "a call arrived before the session was opened");
    }

    @Override
    public void onWritable() {}

    @Override
    public void onClosed(LinkStatus status) {
        if (place != null) {
            place.group().cancel();
        }
    }

    /** Where the session is. */
    private record Place(String vm, String guest, LabDevice device, ChannelGroup group) {}
}
