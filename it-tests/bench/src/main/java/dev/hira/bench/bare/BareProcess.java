package dev.hira.bench.bare;

import dev.hira.cli.launch.HiraProcess;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.netty.channel.EventLoopGroup;
import java.io.IOException;
import java.nio.file.Path;

/**
 * The far end ({@code echo SOCKET}) or the middle ({@code relay SOCKET TARGET}) of the yardstick,
 * as a process.
 */
public final class BareProcess {
    private BareProcess() {}

    /** Serves until standard input ends. */
    public static void main(String[] args) throws IOException {
        EventLoopGroup loop = BareGrpc.oneLoop();
        Path socket = Path.of(args[1]);
        ServerCallHandler<byte[], byte[]> handler =
                switch (args[0]) {
                    case "echo" -> echo();
                    case "relay" -> relay(BareGrpc.connect(Path.of(args[2]), loop));
                    default -> throw new IllegalArgumentException("echo or relay, not " + args[0]);
                };
        ServerCallHandler<byte[], byte[]> unary =
                args[0].equals("echo")
                        ? echo()
                        : relayUnary(BareGrpc.connect(Path.of(args[2]), loop));
        BareGrpc.serve(
                socket,
                loop,
                ServerServiceDefinition.builder("bare.Bare")
                        .addMethod(BareGrpc.STREAM, handler)
                        .addMethod(BareGrpc.UNARY, unary)
                        .build());
        System.out.println(HiraProcess.READY + socket);
        while (System.in.read() >= 0) {
            // Until the parent is gone.
        }
        Runtime.getRuntime().halt(0);
    }

    private static ServerCallHandler<byte[], byte[]> echo() {
        return (call, headers) -> {
            call.sendHeaders(new Metadata());
            call.request(1);
            return new ServerCall.Listener<>() {
                @Override
                public void onMessage(byte[] message) {
                    call.sendMessage(message);
                    call.request(1);
                }

                @Override
                public void onHalfClose() {
                    call.close(Status.OK, new Metadata());
                }
            };
        };
    }

    private static ServerCallHandler<byte[], byte[]> relay(ManagedChannel target) {
        return (call, headers) ->
                forward(call, target.newCall(BareGrpc.STREAM, CallOptions.DEFAULT));
    }

    private static ServerCallHandler<byte[], byte[]> relayUnary(ManagedChannel target) {
        return (call, headers) ->
                forward(call, target.newCall(BareGrpc.UNARY, CallOptions.DEFAULT));
    }

    private static ServerCall.Listener<byte[]> forward(
            ServerCall<byte[], byte[]> call, ClientCall<byte[], byte[]> out) {
        call.sendHeaders(new Metadata());
        out.start(
                new ClientCall.Listener<>() {
                    @Override
                    public void onMessage(byte[] message) {
                        call.sendMessage(message);
                        out.request(1);
                    }

                    @Override
                    public void onClose(Status status, Metadata trailers) {
                        call.close(status, new Metadata());
                    }
                },
                new Metadata());
        out.request(2);
        call.request(2);
        return new ServerCall.Listener<>() {
            @Override
            public void onMessage(byte[] message) {
                out.sendMessage(message);
                call.request(1);
            }

            @Override
            public void onHalfClose() {
                out.halfClose();
            }

            @Override
            public void onCancel() {
                out.cancel("the caller is gone", null);
            }
        };
    }
}
