package dev.hira.sim.driver.object;

import dev.hira.api.cuda.CUlimit;
import dev.hira.api.cuda.CUresult;
import dev.hira.sim.profile.DeviceProfile;
import java.util.EnumMap;
import java.util.Map;

/** The limits of a context. */
public final class ContextLimits {
    private static final long MOST_STACK = 512 << 10;

    /** The largest printf buffer; the host's memory holds the text that kernels print. */
    private static final long MOST_OUTPUT = 16 << 20;

    private final DeviceProfile profile;
    private final Map<CUlimit, Long> values = new EnumMap<>(CUlimit.class);

    ContextLimits(DeviceProfile profile) {
        this.profile = profile;
        values.put(CUlimit.CU_LIMIT_STACK_SIZE, 1024L);
        values.put(CUlimit.CU_LIMIT_PRINTF_FIFO_SIZE, 1L << 20);
        values.put(CUlimit.CU_LIMIT_MALLOC_HEAP_SIZE, 8L << 20);
        values.put(CUlimit.CU_LIMIT_DEV_RUNTIME_PENDING_LAUNCH_COUNT, 2048L);
        values.put(CUlimit.CU_LIMIT_MAX_L2_FETCH_GRANULARITY, 64L);
    }

    public synchronized long get(CUlimit limit) {
        Long value = values.get(limit);
        if (value == null) {
            throw unsupported(limit);
        }
        return value;
    }

    public synchronized void set(CUlimit limit, long value) {
        if (!values.containsKey(limit)) {
            throw unsupported(limit);
        }
        long most = most(limit);
        if (value < 0 || value > most) {
            throw CudaFailures.invalidValue(
                    limit + " cannot be " + Long.toUnsignedString(value) + "; the most is " + most);
        }
        values.put(limit, limit == CUlimit.CU_LIMIT_STACK_SIZE ? (value + 15) & -16 : value);
    }

    private long most(CUlimit limit) {
        return switch (limit) {
            case CU_LIMIT_STACK_SIZE -> MOST_STACK;
            case CU_LIMIT_PRINTF_FIFO_SIZE -> MOST_OUTPUT;
            case CU_LIMIT_MAX_L2_FETCH_GRANULARITY -> 128;
            default -> profile.memoryBytes();
        };
    }

    private static RuntimeException unsupported(CUlimit limit) {
        return CudaFailures.of(
                CUresult.CUDA_ERROR_UNSUPPORTED_LIMIT,
                "simulated devices do not have the limit " + limit);
    }
}
