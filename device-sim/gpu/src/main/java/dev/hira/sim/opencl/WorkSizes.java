package dev.hira.sim.opencl;

import dev.hira.api.opencl.ClResult;
import dev.hira.api.opencl.ClSizes;
import dev.hira.sim.kernel.KernelLimits;
import dev.hira.sim.kernel.ModuleKernel;
import dev.hira.sim.opencl.device.DeviceProperties;
import dev.hira.sim.opencl.object.OpenClFailures;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A range of work-items.
 *
 * @param dimensions 1 to 3
 * @param offset the first work-item in each of three dimensions
 * @param global the work-items in each dimension
 * @param local the work-items of a full group in each dimension
 */
@SuppressWarnings("ArrayRecordComponent") // never changed, never compared
record WorkSizes(int dimensions, long[] offset, long[] global, long[] local) {
    private static final int DIMENSIONS = 3;

    /** The number of work-items of a group that the driver chooses if it can. */
    private static final long USUAL_GROUP = 256;

    /** The least number of work-items of a chosen group, if another one leaves smaller groups. */
    private static final long LEAST_GROUP = 32;

    /** Checks a range and chooses the size of its groups, unless the program did. */
    static WorkSizes of(
            int dimensions,
            @Nullable ClSizes offset,
            ClSizes global,
            @Nullable ClSizes local,
            ModuleKernel kernel,
            KernelLimits limits) {
        if (dimensions < 1 || dimensions > DIMENSIONS) {
            throw OpenClFailures.of(
                    ClResult.CL_INVALID_WORK_DIMENSION,
                    "a range has 1 to 3 dimensions, not " + dimensions);
        }
        long[] first = offset == null ? new long[DIMENSIONS] : numbers(offset, dimensions, 0);
        long[] items = numbers(global, dimensions, 1);
        requirePossible(first, items);
        long[] group =
                local == null
                        ? chosen(items, kernel)
                        : given(numbers(local, dimensions, 1), kernel, limits);
        WorkSizes sizes = new WorkSizes(dimensions, first, items, group);
        sizes.requireFit(kernel);
        return sizes;
    }

    /** Returns the group size that a kernel's text demands; zeros when it demands none. */
    static long[] required(ModuleKernel kernel) {
        List<Integer> threads = kernel.requiredThreads();
        long[] required = new long[DIMENSIONS];
        for (int i = 0; i < DIMENSIONS && !threads.isEmpty(); i++) {
            required[i] = i < threads.size() ? threads.get(i) : 1;
        }
        return required;
    }

    private static long[] numbers(ClSizes sizes, int dimensions, long otherwise) {
        long[] numbers = {sizes.x(), sizes.y(), sizes.z()};
        Arrays.fill(numbers, dimensions, DIMENSIONS, otherwise);
        return numbers;
    }

    private static void requirePossible(long[] offset, long[] global) {
        for (int i = 0; i < DIMENSIONS; i++) {
            if (global[i] < 0) {
                throw OpenClFailures.of(
                        ClResult.CL_INVALID_GLOBAL_WORK_SIZE,
                        Long.toUnsignedString(global[i]) + " work-items are too many");
            }
            if (offset[i] < 0 || offset[i] + global[i] < 0) {
                throw OpenClFailures.of(
                        ClResult.CL_INVALID_GLOBAL_OFFSET,
                        "the range from "
                                + Long.toUnsignedString(offset[i])
                                + " on leaves the numbers of the device");
            }
        }
    }

    private static long[] given(long[] local, ModuleKernel kernel, KernelLimits limits) {
        long[] most = {DeviceProperties.MOST_XY, DeviceProperties.MOST_XY, DeviceProperties.MOST_Z};
        long[] required = required(kernel);
        if (required[0] != 0 && !Arrays.equals(required, local)) {
            throw invalidGroup(local, "the kernel demands groups of " + Arrays.toString(required));
        }
        for (int i = 0; i < DIMENSIONS; i++) {
            if (local[i] <= 0) {
                throw invalidGroup(local, "it is empty");
            }
            if (local[i] > most[i]) {
                throw OpenClFailures.of(
                        ClResult.CL_INVALID_WORK_ITEM_SIZE,
                        "a group has at most "
                                + most[i]
                                + " work-items in the dimension "
                                + i
                                + ", not "
                                + local[i]);
            }
        }
        long least = Math.min(kernel.needs().maxThreadsPerBlock(), limits.threadsPerBlock());
        if (items(local) > least) {
            throw invalidGroup(local, "the kernel can have " + least + " work-items in a group");
        }
        return local;
    }

    private static RuntimeException invalidGroup(long[] local, String why) {
        return OpenClFailures.of(
                ClResult.CL_INVALID_WORK_GROUP_SIZE,
                "a group of " + Arrays.toString(local) + " work-items is not possible: " + why);
    }

    private static long[] chosen(long[] global, ModuleKernel kernel) {
        long[] required = required(kernel);
        if (required[0] != 0) {
            return required;
        }
        long room = Math.min(USUAL_GROUP, kernel.needs().maxThreadsPerBlock());
        long[] group = new long[DIMENSIONS];
        for (int i = 0; i < DIMENSIONS; i++) {
            long most = Math.min(room, i == 2 ? DeviceProperties.MOST_Z : DeviceProperties.MOST_XY);
            group[i] = chosen(Math.max(1, global[i]), most, i == 0 && kernel.readsEnvironment());
            room /= group[i];
        }
        return group;
    }

    /** Returns the largest divisor up to a limit, or the limit when that is better. */
    private static long chosen(long items, long most, boolean unevenPossible) {
        for (long size = Math.min(items, most); size > 1; size--) {
            if (items % size == 0 && (size >= LEAST_GROUP || size == items || !unevenPossible)) {
                return size;
            }
        }
        return unevenPossible && items > most ? most : 1;
    }

    private static long items(long[] sizes) {
        return sizes[0] * sizes[1] * sizes[2];
    }

    /** Refuses what only kernels can do that read the launch's environment. */
    private void requireFit(ModuleKernel kernel) {
        if (kernel.readsEnvironment()) {
            if (!even() && required(kernel)[0] != 0) {
                throw invalidGroup(
                        local, "the kernel demands full groups, and the range is no multiple");
            }
            return;
        }
        if (!even()) {
            throw invalidGroup(
                    local,
                    "the range of "
                            + Arrays.toString(global)
                            + " is no multiple, and the kernel, which reads no %envreg, cannot"
                            + " have smaller groups at its end");
        }
        if (Arrays.stream(offset).anyMatch(each -> each != 0)) {
            throw OpenClFailures.of(
                    ClResult.CL_INVALID_GLOBAL_OFFSET,
                    "the kernel, which reads no %envreg, would not see the offset "
                            + Arrays.toString(offset));
        }
    }

    private boolean even() {
        for (int i = 0; i < DIMENSIONS; i++) {
            if (global[i] % local[i] != 0) {
                return false;
            }
        }
        return true;
    }

    /** Whether the range has no work-items. */
    boolean empty() {
        return items(
                        new long[] {
                            Math.min(1, global[0]), Math.min(1, global[1]), Math.min(1, global[2])
                        })
                == 0;
    }
}
