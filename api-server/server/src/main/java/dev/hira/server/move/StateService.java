package dev.hira.server.move;

import dev.hira.link.grpc.PeerCall;
import dev.hira.wire.v1.GiveState;
import dev.hira.wire.v1.StateAnswer;
import dev.hira.wire.v1.StatePiece;
import dev.hira.wire.v1.StateServiceGrpc;
import io.grpc.BindableService;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServiceDescriptor;

/**
 * Takes states from other servers, for sessions whose routers have announced them, and gives states
 * that their routers have ordered to be offered.
 */
final class StateService implements BindableService, ServerCallHandler<StatePiece, StateAnswer> {
    private static final MethodDescriptor<StatePiece, StateAnswer> TAKE =
            StateServiceGrpc.getTakeMethod().toBuilder()
                    .setRequestMarshaller(new PieceMarshaller())
                    .build();

    private final StateMoves moves;

    StateService(StateMoves moves) {
        this.moves = moves;
    }

    @Override
    public ServerServiceDefinition bindService() {
        ServiceDescriptor service =
                ServiceDescriptor.newBuilder(StateServiceGrpc.SERVICE_NAME)
                        .setSchemaDescriptor(
                                StateServiceGrpc.getServiceDescriptor().getSchemaDescriptor())
                        .addMethod(TAKE)
                        .addMethod(StateServiceGrpc.getGiveMethod())
                        .build();
        return ServerServiceDefinition.builder(service)
                .addMethod(TAKE, this)
                .addMethod(StateServiceGrpc.getGiveMethod(), this::give)
                .build();
    }

    private ServerCall.Listener<GiveState> give(
            ServerCall<GiveState, StatePiece> call, Metadata headers) {
        GiveCall given = new GiveCall(call, PeerCall.starting(), moves);
        call.request(1);
        return given;
    }

    @Override
    public ServerCall.Listener<StatePiece> startCall(
            ServerCall<StatePiece, StateAnswer> call, Metadata headers) {
        StateInlet inlet = new StateInlet(call, PeerCall.starting(), moves);
        call.request(1);
        return inlet;
    }
}
