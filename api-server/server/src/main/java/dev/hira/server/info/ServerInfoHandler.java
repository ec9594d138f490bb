package dev.hira.server.info;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.hira.wire.v1.ServerInfo;
import dev.hira.wire.v1.ServerInfoRequest;
import dev.hira.wire.v1.ServerInfoServiceGrpc.ServerInfoServiceImplBase;
import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Serves the server's state to clients, once or as a watch. */
public final class ServerInfoHandler extends ServerInfoServiceImplBase implements AutoCloseable {
    private final Supplier<ServerInfo> now;
    private final ScheduledExecutorService timer;
    private final Duration least;
    private final Set<Watch> watches = ConcurrentHashMap.newKeySet();

    /**
     * Creates a handler.
     *
     * @param least the least time between two reports of a watch
     */
    public ServerInfoHandler(
            Supplier<ServerInfo> now, ScheduledExecutorService timer, Duration least) {
        this.now = now;
        this.timer = timer;
        this.least = least;
    }

    @Override
    public void get(ServerInfoRequest request, StreamObserver<ServerInfo> answer) {
        answer.onNext(now.get());
        answer.onCompleted();
    }

    @Override
    public void watch(ServerInfoRequest request, StreamObserver<ServerInfo> answer) {
        long wanted = Integer.toUnsignedLong(request.getIntervalMillis());
        long interval = Math.max(least.toMillis(), wanted);
        Watch watch = new Watch((ServerCallStreamObserver<ServerInfo>) answer);
        watches.add(watch);
        watch.start(interval);
    }

    /** Sends a report to all watches now. */
    public void changed() {
        watches.forEach(Watch::report);
    }

    /** Ends all watches. */
    @Override
    public void close() {
        watches.forEach(Watch::end);
    }

    private final class Watch {
        private final ServerCallStreamObserver<ServerInfo> observer;

        @GuardedBy("this")
        private @Nullable ServerInfo last;

        @GuardedBy("this")
        private @Nullable ScheduledFuture<?> reports;

        @GuardedBy("this")
        private boolean over;

        Watch(ServerCallStreamObserver<ServerInfo> observer) {
            this.observer = observer;
        }

        synchronized void start(long intervalMillis) {
            observer.setOnCancelHandler(this::stop);
            report();
            reports =
                    timer.scheduleWithFixedDelay(
                            this::report, intervalMillis, intervalMillis, TimeUnit.MILLISECONDS);
        }

        synchronized void report() {
            if (over || (last != null && !observer.isReady())) {
                return;
            }
            ServerInfo info = now.get();
            if (!info.equals(last)) {
                last = info;
                observer.onNext(info);
            }
        }

        synchronized void stop() {
            over = true;
            watches.remove(this);
            if (reports != null) {
                reports.cancel(false);
            }
        }

        synchronized void end() {
            if (!over) {
                stop();
                observer.onError(
                        Status.UNAVAILABLE
                                .withDescription("the server has stopped")
                                .asRuntimeException());
            }
        }
    }
}
