package dev.hira.bench.bare;

import dev.hira.cli.launch.HiraProcess;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.netty.channel.EventLoopGroup;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;

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
        switch (args[0]) {
            case "echo" -> {
                BareGrpc.serve(socket, loop, farEnd());
                BareGrpc.servePooled(socket, loop, farEnd());
                BareBytes.sink(BareBytes.beside(socket), loop);
                inBackground(new BareBells(BareBells.beside(socket))::answer);
            }
            case "relay" -> {
                Path target = Path.of(args[2]);
                BareGrpc.serve(socket, loop, middle(target, loop));
                BareGrpc.servePooled(socket, loop, middleOf(BareGrpc.connectPooled(target, loop)));
                BareBytes.relay(BareBytes.beside(socket), BareBytes.beside(target), loop);
                inBackground(new BareBells(BareBells.beside(socket))::passOn);
            }
            default -> throw new IllegalArgumentException("echo or relay, not " + args[0]);
        }
        System.out.println(HiraProcess.READY + socket);
        while (System.in.read() >= 0) {
            // The parent has ended.
        }
        Runtime.getRuntime().halt(0);
    }

    private static void inBackground(Runnable bells) {
        Thread.ofPlatform().daemon().name("bells").start(bells);
    }

    private static ServerServiceDefinition farEnd() {
        byte[] taken = new byte[1];
        return ServerServiceDefinition.builder("bare.Bare")
                .addMethod(BareGrpc.STREAM, answering(message -> message))
                .addMethod(BareGrpc.SINK, answering(message -> taken))
                .addMethod(BareGrpc.UNARY, answering(message -> message))
                .build();
    }

    /** Forwards each method over a connection of its own. */
    private static ServerServiceDefinition middle(Path target, EventLoopGroup loop) {
        ServerServiceDefinition.Builder service = ServerServiceDefinition.builder("bare.Bare");
        for (var method : List.of(BareGrpc.STREAM, BareGrpc.SINK, BareGrpc.UNARY)) {
            service.addMethod(method, relay(BareGrpc.connect(target, loop), method));
        }
        return service.build();
    }

    /** Forwards unary calls only, for the measurement of gRPC's own threads. */
    private static ServerServiceDefinition middleOf(ManagedChannel target) {
        return ServerServiceDefinition.builder("bare.Bare")
                .addMethod(BareGrpc.UNARY, relay(target, BareGrpc.UNARY))
                .build();
    }

    private static ServerCallHandler<byte[], byte[]> answering(UnaryOperator<byte[]> answer) {
        return (call, headers) -> {
            call.sendHeaders(new Metadata());
            call.request(1);
            return new ServerCall.Listener<>() {
                @Override
                public void onMessage(byte[] message) {
                    call.sendMessage(answer.apply(message));
                    call.request(1);
                }

                @Override
                public void onHalfClose() {
                    call.close(Status.OK, new Metadata());
                }
            };
        };
    }

    private static ServerCallHandler<byte[], byte[]> relay(
            ManagedChannel target, MethodDescriptor<byte[], byte[]> method) {
        return (call, headers) -> forward(call, target.newCall(method, CallOptions.DEFAULT));
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
