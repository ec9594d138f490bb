package dev.hira.router.testing;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.rpc.BadRequest;
import com.google.rpc.ErrorInfo;
import dev.hira.admin.v1.AdminServiceGrpc;
import dev.hira.admin.v1.AdminServiceGrpc.AdminServiceBlockingStub;
import dev.hira.admin.v1.AdminServiceGrpc.AdminServiceStub;
import dev.hira.link.grpc.GrpcChannels;
import dev.hira.link.grpc.GrpcLinkServer;
import dev.hira.link.grpc.LinkOptions;
import dev.hira.link.grpc.net.EventLoops;
import dev.hira.router.operator.admin.RouterAdmin;
import dev.hira.router.operator.changes.Changes;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.LinkStatus.Cause;
import dev.hira.wire.v1.Control;
import dev.hira.wire.v1.Open;
import io.grpc.ManagedChannel;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** The sessions of a {@link Rig}, and its admin service over a real socket. */
public final class AdminRig implements AutoCloseable {
    public final Rig rig;
    public final TestControl control = new TestControl();
    private final EventLoops loops = EventLoops.create(1, "test-admin");
    public final RouterAdmin service;
    private final GrpcLinkServer server;
    private final ManagedChannel channel;

    public AdminRig(Path folder, String settings) throws IOException {
        this(folder, settings, Changes.NONE);
    }

    /**
     * @param changes keeps what operators change
     */
    public AdminRig(Path folder, String settings, Changes changes) throws IOException {
        rig = new Rig(settings);
        URI uri = URI.create("hira+unix://" + folder.resolve("admin.sock"));
        service =
                new RouterAdmin(
                        rig.services,
                        control,
                        changes,
                        () -> List.of(uri),
                        "test",
                        server -> GrpcChannels.open(server, LinkOptions.on(loops.next())));
        server =
                GrpcLinkServer.builder()
                        .eventLoops(loops)
                        .service(service.service())
                        .onLink((link, peer) -> link.close(new LinkStatus(Cause.REFUSED, "no")))
                        .listen(uri)
                        .start();
        channel = GrpcChannels.open(uri, LinkOptions.on(loops.next()));
    }

    /** Returns the connection to the service. */
    public ManagedChannel channel() {
        return channel;
    }

    public AdminServiceBlockingStub admin() {
        return AdminServiceGrpc.newBlockingStub(channel).withDeadlineAfter(60, TimeUnit.SECONDS);
    }

    public AdminServiceStub async() {
        return AdminServiceGrpc.newStub(channel);
    }

    /** Opens a session of a VM and returns its guest. */
    public Peer open(String vm) {
        return rig.open(open -> open.setVm(vm).setDevices(1));
    }

    /** Opens a session of each VM, all together, which is much faster than one after the other. */
    public List<Peer> openAll(List<String> vms) {
        List<Peer> guests = new ArrayList<>();
        for (String vm : vms) {
            Peer guest = rig.connect(Optional.empty());
            guest.send(
                    Control.newBuilder()
                            .setOpen(
                                    Open.newBuilder()
                                            .setProtocol(1)
                                            .setApi(ToyCatalog.API)
                                            .setApiDigest(ToyCatalog.DIGEST)
                                            .setDevices(1)
                                            .setVm(vm)));
            guests.add(guest);
        }
        rig.pump.run();
        return guests;
    }

    /** Returns the refusal of a call. */
    public static StatusRuntimeException refusal(ThrowingCallable call) {
        try {
            call.call();
        } catch (StatusRuntimeException refusal) {
            return refusal;
        } catch (Throwable other) {
            throw new AssertionError("refused in another way", other);
        }
        throw new AssertionError("it was not refused");
    }

    /** Returns the invalid fields of a refusal. */
    public static List<String> fields(StatusRuntimeException refusal) {
        return detail(refusal, BadRequest.class).getFieldViolationsList().stream()
                .map(BadRequest.FieldViolation::getField)
                .toList();
    }

    /** Returns a refusal's reason. */
    public static String reason(StatusRuntimeException refusal) {
        return detail(refusal, ErrorInfo.class).getReason();
    }

    private static <T extends Message> T detail(StatusRuntimeException refusal, Class<T> type) {
        for (Any any :
                Objects.requireNonNull(StatusProto.fromThrowable(refusal)).getDetailsList()) {
            try {
                if (any.is(type)) {
                    return any.unpack(type);
                }
            } catch (InvalidProtocolBufferException e) {
                throw new AssertionError(e);
            }
        }
        throw new AssertionError("no " + type.getSimpleName() + " in " + refusal.getMessage());
    }

    @Override
    public void close() {
        channel.shutdownNow();
        server.close();
        service.close();
        loops.close();
        rig.close();
    }
}
