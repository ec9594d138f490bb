package dev.hira.server.testing;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.netty.buffer.PooledByteBufAllocator;
import java.util.List;
import org.slf4j.LoggerFactory;

/** Collects Netty's reports of buffers that were not released. */
public final class LeakReports implements AutoCloseable {
    private static final int PROBES = 200;

    private final Logger logger =
            (Logger) LoggerFactory.getLogger("io.netty.util.ResourceLeakDetector");
    private final ListAppender<ILoggingEvent> reports = new ListAppender<>();

    public LeakReports() {
        reports.start();
        logger.addAppender(reports);
    }

    /** Returns the reports, after a collection of all unreachable buffers. */
    public List<String> found() {
        for (int i = 0; i < 3; i++) {
            System.gc();
            for (int probe = 0; probe < PROBES; probe++) {
                PooledByteBufAllocator.DEFAULT.heapBuffer(16).release();
            }
        }
        return reports.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    @Override
    public void close() {
        logger.detachAppender(reports);
    }
}
