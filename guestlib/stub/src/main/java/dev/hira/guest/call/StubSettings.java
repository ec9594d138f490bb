package dev.hira.guest.call;

import java.time.Duration;

/**
 * How a session batches, waits and places payloads. {@link #DEFAULT} suits most programs.
 *
 * @param strict whether every call waits for its answer and so reports its own failure, for
 *     debugging
 * @param batchBytes the size at which a batch is sent
 * @param batchRecords the number of records at which a batch is sent
 * @param flushDelay the age of its first record at which a batch is sent
 * @param lanes the number of threads that may use the session at a time
 * @param copyLimit the largest payload that is copied into the batch; a frame with a larger one is
 *     sent at once, straight from the caller's memory
 * @param arenaThreshold the smallest payload that travels in shared memory, if available
 * @param splitBytes the size of one part of a split copy
 * @param framedSplitBytes the size of a part without shared memory: smaller, so that the memory of
 *     the parts under way stays in the processors' caches and is soon reused
 * @param pinnedSplitBytes the size of a part of a copy between the device and the guest's own
 *     memory in the shared arena, whose bytes do not travel
 * @param partsInFlight the number of parts of a split copy that may be under way
 * @param callbackQueue the number of callbacks that may wait for the callback thread
 */
public record StubSettings(
        boolean strict,
        int batchBytes,
        int batchRecords,
        Duration flushDelay,
        int lanes,
        int copyLimit,
        int arenaThreshold,
        int splitBytes,
        int framedSplitBytes,
        int pinnedSplitBytes,
        int partsInFlight,
        int callbackQueue) {

    public static final StubSettings DEFAULT =
            new StubSettings(
                    false,
                    32 << 10,
                    512,
                    Duration.ofNanos(500_000),
                    1024,
                    16 << 10,
                    16 << 10,
                    1 << 20,
                    512 << 10,
                    16 << 20,
                    8,
                    4096);

    public StubSettings {
        atLeast("batchBytes", batchBytes, 1);
        atLeast("batchRecords", batchRecords, 1);
        atLeast("lanes", lanes, 1);
        atLeast("copyLimit", copyLimit, 0);
        atLeast("arenaThreshold", arenaThreshold, 1);
        atLeast("splitBytes", splitBytes, 1);
        atLeast("framedSplitBytes", framedSplitBytes, 1);
        atLeast("pinnedSplitBytes", pinnedSplitBytes, 1);
        atLeast("partsInFlight", partsInFlight, 1);
        atLeast("callbackQueue", callbackQueue, 1);
        if (flushDelay.isNegative() || flushDelay.isZero()) {
            throw new IllegalArgumentException(
                    "flushDelay is " + flushDelay + "; it must be positive");
        }
    }

    public StubSettings withStrict(boolean value) {
        return new StubSettings(
                value,
                batchBytes,
                batchRecords,
                flushDelay,
                lanes,
                copyLimit,
                arenaThreshold,
                splitBytes,
                framedSplitBytes,
                pinnedSplitBytes,
                partsInFlight,
                callbackQueue);
    }

    public StubSettings withBatch(int bytes, int records) {
        return new StubSettings(
                strict,
                bytes,
                records,
                flushDelay,
                lanes,
                copyLimit,
                arenaThreshold,
                splitBytes,
                framedSplitBytes,
                pinnedSplitBytes,
                partsInFlight,
                callbackQueue);
    }

    public StubSettings withFlushDelay(Duration value) {
        return new StubSettings(
                strict,
                batchBytes,
                batchRecords,
                value,
                lanes,
                copyLimit,
                arenaThreshold,
                splitBytes,
                framedSplitBytes,
                pinnedSplitBytes,
                partsInFlight,
                callbackQueue);
    }

    public StubSettings withLanes(int value) {
        return new StubSettings(
                strict,
                batchBytes,
                batchRecords,
                flushDelay,
                value,
                copyLimit,
                arenaThreshold,
                splitBytes,
                framedSplitBytes,
                pinnedSplitBytes,
                partsInFlight,
                callbackQueue);
    }

    /** Limits the parts without shared memory to that size too. */
    public StubSettings withSplit(int bytes, int inFlight) {
        return new StubSettings(
                strict,
                batchBytes,
                batchRecords,
                flushDelay,
                lanes,
                copyLimit,
                arenaThreshold,
                bytes,
                Math.min(bytes, framedSplitBytes),
                pinnedSplitBytes,
                inFlight,
                callbackQueue);
    }

    public StubSettings withFramedSplit(int bytes) {
        return new StubSettings(
                strict,
                batchBytes,
                batchRecords,
                flushDelay,
                lanes,
                copyLimit,
                arenaThreshold,
                splitBytes,
                bytes,
                pinnedSplitBytes,
                partsInFlight,
                callbackQueue);
    }

    public StubSettings withPinnedSplit(int bytes) {
        return new StubSettings(
                strict,
                batchBytes,
                batchRecords,
                flushDelay,
                lanes,
                copyLimit,
                arenaThreshold,
                splitBytes,
                framedSplitBytes,
                bytes,
                partsInFlight,
                callbackQueue);
    }

    private static void atLeast(String name, int value, int least) {
        if (value < least) {
            throw new IllegalArgumentException(
                    name + " is " + value + "; it must be " + least + " or more");
        }
    }
}
