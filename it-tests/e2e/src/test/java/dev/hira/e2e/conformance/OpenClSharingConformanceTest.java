package dev.hira.e2e.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hira.api.opencl.ClCommandType;
import dev.hira.api.opencl.ClDeviceInfo;
import dev.hira.api.opencl.ClEventInfo;
import dev.hira.api.opencl.ClKernelExecInfo;
import dev.hira.api.opencl.ClMemInfo;
import dev.hira.api.opencl.ClResult;
import dev.hira.api.opencl.OpenClDriver;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Shared virtual memory: pointers that have the same value for the program and for kernels. */
final class OpenClSharingConformanceTest extends OpenClConformance {
    private static final long READ = 1;
    private static final long WRITE = 2;
    private static final long USE_HOST_PTR = 1 << 3;
    private static final int NODES = 50;
    private static final long NODE_BYTES = 16;

    private static final String SOURCE =
            """
            struct node { global struct node* next; int value; };
            kernel void total(global struct node* first, global int* out) {
                int sum = 0;
                for (global struct node* each = first; each; each = each->next) {
                    sum += each->value;
                    each->value = -each->value;
                }
                *out = sum;
            }
            """;

    private MemorySegment alloc(long bytes) {
        return cl.clSVMAlloc(context, 0, bytes, 0);
    }

    private void map(MemorySegment memory, long flags) {
        cl.clEnqueueSVMMap(queue, true, flags, memory.address(), memory.byteSize(), NONE, 0);
    }

    private void unmap(MemorySegment memory) {
        cl.clEnqueueSVMUnmap(queue, memory.address(), NONE, 0);
    }

    private static int numberAt(MemorySegment memory, long offset) {
        return memory.get(ValueLayout.JAVA_INT, offset);
    }

    private static void put(MemorySegment memory, long offset, int value) {
        memory.set(ValueLayout.JAVA_INT, offset, value);
    }

    /** Allocates memory with these numbers. */
    private MemorySegment shared(int... numbers) {
        MemorySegment memory = alloc(4L * numbers.length);
        map(memory, WRITE);
        MemorySegment.copy(numbers, 0, memory, ValueLayout.JAVA_INT, 0, numbers.length);
        unmap(memory);
        return memory;
    }

    /** Returns the numbers that kernels find in memory. */
    private int[] content(MemorySegment memory) {
        map(memory, READ);
        int[] numbers = memory.toArray(ValueLayout.JAVA_INT);
        unmap(memory);
        return numbers;
    }

    @Test
    void shouldSayThatHostAndKernelsTakeTurns() {
        assertThat(
                        number((size, value) ->
                                cl.clGetDeviceInfo(
                                        device,
                                        ClDeviceInfo.CL_DEVICE_SVM_CAPABILITIES,
                                        size,
                                        value)))
                .isEqualTo(1);
    }

    @Test
    void shouldFollowPointersOfTheProgram() {
        MemorySegment even = alloc(NODES * NODE_BYTES);
        MemorySegment odd = alloc(NODES * NODE_BYTES);
        MemorySegment out = alloc(64);
        map(even, WRITE);
        map(odd, WRITE);
        for (int i = 0; i < NODES; i++) {
            MemorySegment here = i % 2 == 0 ? even : odd;
            MemorySegment there = i % 2 == 0 ? odd : even;
            long next = i + 1 == NODES ? 0 : there.address() + (i + 1) * NODE_BYTES;
            here.set(ValueLayout.JAVA_LONG, i * NODE_BYTES, next);
            put(here, i * NODE_BYTES + 8, i);
        }
        unmap(even);
        unmap(odd);
        long program = cl.clCreateProgramWithSource(context, List.of(SOURCE));
        cl.clBuildProgram(program, NONE, "");
        long total = cl.clCreateKernel(program, "total");
        cl.clSetKernelArgSVMPointer(total, 0, even.address());
        cl.clSetKernelArgSVMPointer(total, 1, out.address() + 8);
        long[] reached = {odd.address()};
        cl.clSetKernelExecInfo(
                total,
                ClKernelExecInfo.CL_KERNEL_EXEC_INFO_SVM_PTRS,
                MemorySegment.ofArray(reached));
        cl.clEnqueueTask(queue, total, NONE, 0);
        cl.clEnqueueTask(queue, cl.clCloneKernel(total), NONE, 0);
        cl.clEnqueueTask(queue, total, NONE, 0);
        map(out, READ);
        assertThat(numberAt(out, 8)).isEqualTo(NODES * (NODES - 1) / 2);
        map(odd, READ);
        assertThat(numberAt(odd, 49 * NODE_BYTES + 8)).isEqualTo(-49);
    }

    @Test
    void shouldTakeNoPointerAndAddressesInsideMemory() {
        long program = cl.clCreateProgramWithSource(context, List.of(SOURCE));
        cl.clBuildProgram(program, NONE, "");
        long total = cl.clCreateKernel(program, "total");
        MemorySegment out = shared(7, 8);
        cl.clSetKernelArgSVMPointer(total, 0, 0);
        cl.clSetKernelArgSVMPointer(total, 1, out.address() + 4);
        cl.clEnqueueTask(queue, total, NONE, 0);
        assertThat(content(out)).containsExactly(7, 0);
    }

    @Test
    void shouldCopyBetweenTheProgramAndSharedMemory() {
        MemorySegment one = shared(1, 2, 3, 4);
        MemorySegment two = shared(0, 0, 0, 0);
        cl.clEnqueueSVMMemcpy(queue, false, two, one.asSlice(4), 8, NONE, 0);
        assertThat(content(two)).containsExactly(2, 3, 0, 0);
        MemorySegment sent = MemorySegment.ofArray(new int[] {5, 6});
        cl.clEnqueueSVMMemcpy(queue, true, two.asSlice(8), sent, 8, NONE, 0);
        assertThat(content(two)).containsExactly(2, 3, 5, 6);
        for (boolean blocking : new boolean[] {true, false}) {
            int[] back = new int[3];
            cl.clEnqueueSVMMemcpy(
                    queue, blocking, MemorySegment.ofArray(back), two.asSlice(4), 12, NONE, 0);
            cl.clFinish(queue);
            assertThat(back).containsExactly(3, 5, 6);
        }
        int[] onHost = new int[2];
        cl.clEnqueueSVMMemcpy(queue, false, MemorySegment.ofArray(onHost), sent, 8, NONE, 0);
        assertThat(onHost).containsExactly(5, 6);
        cl.clEnqueueSVMMemcpy(queue, true, one, two, 0, NONE, 0);
        assertThat(content(one)).containsExactly(1, 2, 3, 4);
    }

    @Test
    void shouldFillAndMigrate() {
        MemorySegment memory = shared(1, 2, 3, 4);
        cl.clEnqueueSVMMemFill(
                queue, memory.address() + 4, MemorySegment.ofArray(new int[] {9}), 8, NONE, 0);
        cl.clEnqueueSVMMigrateMem(
                queue, new long[] {memory.address() + 4}, new long[] {4}, 0, NONE, 0);
        assertThat(content(memory)).containsExactly(1, 9, 9, 4);
    }

    @Test
    void shouldMapPartsAndWithoutWaiting() {
        MemorySegment memory = shared(1, 2, 3, 4);
        long event = cl.clCreateEventHIRA(queue, ClCommandType.CL_COMMAND_SVM_MAP);
        cl.clEnqueueSVMMap(queue, false, READ | WRITE, memory.address() + 4, 8, NONE, event);
        cl.clWaitForEvents(new long[] {event});
        assertThat(numberAt(memory, 4)).isEqualTo(2);
        put(memory, 4, 20);
        put(memory, 12, 40); // not mapped, so kernels never see it
        cl.clEnqueueSVMUnmap(queue, memory.address() + 4, NONE, 0);
        assertThat(content(memory)).containsExactly(1, 20, 3, 4);
        assertThat(
                        small((size, value) ->
                                cl.clGetEventInfo(
                                        event, ClEventInfo.CL_EVENT_COMMAND_TYPE, size, value)))
                .isEqualTo(ClCommandType.CL_COMMAND_SVM_MAP.value());
        shouldFail(
                ClResult.CL_INVALID_VALUE,
                () -> cl.clEnqueueSVMUnmap(queue, memory.address() + 4, NONE, 0));
    }

    @Test
    void shouldShareMemoryWithBuffers() {
        MemorySegment memory = shared(new int[256]);
        MemorySegment second = memory.asSlice(512);
        long buffer = cl.clCreateBuffer(context, 1 | USE_HOST_PTR, 512, second);
        int[] sent = upTo(128);
        cl.clEnqueueWriteBuffer(queue, buffer, true, 0, 512, MemorySegment.ofArray(sent), NONE, 0);
        assertThat(content(memory)[128 + 77]).isEqualTo(77);
        assertThat(of(buffer, ClMemInfo.CL_MEM_HOST_PTR)).isEqualTo(second.address());
        assertThat(of(buffer, ClMemInfo.CL_MEM_ASSOCIATED_MEMOBJECT)).isZero();
        assertThat(of(buffer, ClMemInfo.CL_MEM_OFFSET)).isZero();
        assertThat(of(buffer, ClMemInfo.CL_MEM_FLAGS)).isEqualTo(1 | USE_HOST_PTR);
        assertThat(usesShared(buffer)).isEqualTo(1);
        assertThat(usesShared(buffer(64))).isZero();
        MemorySegment mapped = cl.clEnqueueMapBuffer(queue, buffer, true, READ, 4, 8, NONE, 0);
        assertThat(mapped.address()).isEqualTo(second.address() + 4);
        assertThat(numberAt(mapped, 0)).isEqualTo(1);
        cl.clSVMFree(context, memory.address());
        assertThat(readInts(buffer, 3)).containsExactly(0, 1, 2);
    }

    private long of(long mem, ClMemInfo property) {
        return number((size, value) -> cl.clGetMemObjectInfo(mem, property, size, value));
    }

    private int usesShared(long mem) {
        return small((size, value) ->
                cl.clGetMemObjectInfo(mem, ClMemInfo.CL_MEM_USES_SVM_POINTER, size, value));
    }

    @Test
    void shouldFreeMemoryAtOnceAndByCommand() {
        MemorySegment one = shared(1, 2);
        MemorySegment two = shared(3, 4);
        MemorySegment three = shared(5, 6);
        long gate = cl.clCreateUserEvent(context);
        long freed = cl.clCreateEventHIRA(queue, ClCommandType.CL_COMMAND_SVM_FREE);
        cl.clEnqueueSVMFree(
                queue, new long[] {one.address(), two.address()}, new long[] {gate}, freed);
        long gone = one.address();
        shouldFail(ClResult.CL_INVALID_VALUE, () -> cl.clSVMFree(context, gone));
        cl.clSetUserEventStatus(gate, 0);
        cl.clWaitForEvents(new long[] {freed});
        cl.clFinish(queue);
        assertThat(content(three)).containsExactly(5, 6);
        cl.clSVMFree(context, three.address());
        cl.clSVMFree(context, 0);
        assertThatThrownBy(() -> numberAt(three, 0)).isInstanceOf(IllegalStateException.class);
        long argument = kernel("where");
        shouldFail(
                ClResult.CL_INVALID_ARG_VALUE,
                () -> cl.clSetKernelArgSVMPointer(argument, 0, three.address()));
    }

    @Test
    void shouldUseAddressesAgain() {
        Set<Long> addresses = new HashSet<>();
        for (int i = 0; i < 20; i++) {
            MemorySegment memory = shared(i);
            addresses.add(memory.address());
            assertThat(content(memory)).containsExactly(i);
            cl.clSVMFree(context, memory.address());
        }
        assertThat(addresses).hasSizeLessThan(20);
    }

    @Test
    void shouldNeverShareAnAddressWithAnotherDriverOfTheProcess() {
        try (OpenClDriver other = way.open(OpenClDriver.class)) {
            long its = other.clGetDeviceIDs(other.clGetPlatformIDs()[0], 4)[0];
            long itsContext = other.clCreateContext(NONE, new long[] {its});
            List<MemorySegment> all = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                all.add(alloc(5000));
                all.add(other.clSVMAlloc(itsContext, 0, 5000, 0));
            }
            for (int i = 0; i < all.size(); i++) {
                put(all.get(i), 4000, i);
            }
            for (int i = 0; i < all.size(); i++) {
                assertThat(numberAt(all.get(i), 4000)).isEqualTo(i);
            }
        }
    }

    @Test
    void shouldRefuseOtherMemory() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment own = arena.allocate(64);
            shouldFail(
                    ClResult.CL_INVALID_VALUE,
                    () -> cl.clEnqueueSVMMap(queue, true, READ, own.address(), 64, NONE, 0));
            shouldFail(ClResult.CL_INVALID_VALUE, () -> cl.clSVMFree(context, own.address()));
        }
    }
}
