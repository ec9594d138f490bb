package dev.hira.e2e.programs;

import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.util.concurrent.CountDownLatch;
import org.lwjgl.BufferUtils;
import org.lwjgl.PointerBuffer;
import org.lwjgl.opencl.CL;
import org.lwjgl.opencl.CL10;
import org.lwjgl.opencl.CL11;
import org.lwjgl.opencl.CLCapabilities;
import org.lwjgl.opencl.CLEventCallback;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.system.MemoryUtil;

/** A program that calls OpenCL with LWJGL: it scales numbers, and is called at the end of it. */
final class LwjglProgram {
    private static final int COUNT = 1000;
    private static final String SOURCE =
            """
            kernel void scale(float a, global float* x) {
                size_t i = get_global_id(0);
                x[i] = a * x[i];
            }
            """;

    private LwjglProgram() {}

    public static void main(String[] arguments) throws InterruptedException {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            PointerBuffer found = stack.mallocPointer(1);
            check(CL10.clGetPlatformIDs(found, (IntBuffer) null));
            long platform = found.get(0);
            CLCapabilities capabilities = CL.createPlatformCapabilities(platform);
            System.out.println("OpenCL 3.0: " + capabilities.OpenCL30);
            check(CL10.clGetDeviceIDs(platform, CL10.CL_DEVICE_TYPE_ALL, found, (IntBuffer) null));
            long device = found.get(0);
            PointerBuffer properties =
                    stack.pointers(CL10.CL_CONTEXT_PLATFORM, platform, MemoryUtil.NULL);
            IntBuffer code = stack.mallocInt(1);
            long context = CL10.clCreateContext(properties, device, null, MemoryUtil.NULL, code);
            check(code.get(0));
            long queue = CL10.clCreateCommandQueue(context, device, 0, code);
            check(code.get(0));
            long program = CL10.clCreateProgramWithSource(context, SOURCE, code);
            check(code.get(0));
            check(CL10.clBuildProgram(program, device, "-cl-fast-relaxed-math", null, 0));
            long kernel = CL10.clCreateKernel(program, "scale", code);
            check(code.get(0));

            FloatBuffer numbers = BufferUtils.createFloatBuffer(COUNT);
            for (int i = 0; i < COUNT; i++) {
                numbers.put(i, i);
            }
            long buffer =
                    CL10.clCreateBuffer(
                            context,
                            CL10.CL_MEM_READ_WRITE | CL10.CL_MEM_COPY_HOST_PTR,
                            numbers,
                            code);
            check(code.get(0));
            check(CL10.clSetKernelArg1f(kernel, 0, 3));
            check(CL10.clSetKernelArg1p(kernel, 1, buffer));
            PointerBuffer event = stack.mallocPointer(1);
            check(
                    CL10.clEnqueueNDRangeKernel(
                            queue, kernel, 1, null, stack.pointers(COUNT), null, null, event));
            CountDownLatch called = new CountDownLatch(1);
            CLEventCallback callback =
                    CLEventCallback.create((done, status, data) -> {
                        System.out.println("status at the end: " + status);
                        called.countDown();
                    });
            check(CL11.clSetEventCallback(event.get(0), CL10.CL_COMPLETE, callback, 0));
            called.await();
            check(CL10.clEnqueueReadBuffer(queue, buffer, true, 0, numbers, null, null));
            double sum = 0;
            for (int i = 0; i < COUNT; i++) {
                sum += numbers.get(i);
            }
            System.out.println("sum of all: " + (long) sum);
            check(CL10.clReleaseEvent(event.get(0)));
            check(CL10.clReleaseMemObject(buffer));
            check(CL10.clReleaseKernel(kernel));
            check(CL10.clReleaseProgram(program));
            check(CL10.clReleaseCommandQueue(queue));
            check(CL10.clReleaseContext(context));
            callback.free();
            System.out.println("ok");
        }
    }

    private static void check(int code) {
        if (code != CL10.CL_SUCCESS) {
            throw new IllegalStateException("OpenCL fails with " + code);
        }
    }
}
