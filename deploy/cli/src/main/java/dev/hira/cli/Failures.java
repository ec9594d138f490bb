package dev.hira.cli;

import io.grpc.StatusException;
import io.grpc.StatusRuntimeException;

/** How a failure is told to the user of the command line: in sentences, without a stack trace. */
final class Failures {
    private Failures() {}

    /** The failure's own words, or its kind when it has none. */
    static String sentence(Throwable failure) {
        return switch (failure) {
            case StatusRuntimeException grpc -> grpcSentence(grpc.getStatus());
            case StatusException grpc -> grpcSentence(grpc.getStatus());
            default -> {
                String message = failure.getMessage();
                yield message == null || message.isBlank()
                        ? failure.getClass().getSimpleName()
                        : message;
            }
        };
    }

    private static String grpcSentence(io.grpc.Status status) {
        String description = status.getDescription();
        return switch (status.getCode()) {
            case UNAVAILABLE ->
                    "nobody answers there: "
                            + (description == null ? "the connection failed" : description)
                            + "; is the router running, and is this its admin address?";
            case DEADLINE_EXCEEDED ->
                    "the router does not answer in time; try again, or see whether it is overloaded"
                            + " or stopped";
            default -> description == null ? status.getCode().name() : description;
        };
    }
}
