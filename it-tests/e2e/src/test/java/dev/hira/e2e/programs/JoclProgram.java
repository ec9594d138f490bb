package dev.hira.e2e.programs;

import java.io.IOException;
import org.jocl.CL;
import org.jocl.CLException;
import org.jocl.Pointer;
import org.jocl.Sizeof;
import org.jocl.cl_command_queue;
import org.jocl.cl_context;
import org.jocl.cl_context_properties;
import org.jocl.cl_device_id;
import org.jocl.cl_kernel;
import org.jocl.cl_mem;
import org.jocl.cl_platform_id;
import org.jocl.cl_program;
import org.jocl.cl_queue_properties;

/**
 * A program that calls OpenCL with JOCL: it adds numbers in rounds until its input ends, and reads
 * a failure of a build.
 */
final class JoclProgram {
    private static final int COUNT = 100;

    /** So many that all results are exact. */
    private static final int MOST_ROUNDS = 160_000;

    private static final String SOURCE =
            """
            kernel void add(global const float* x, global float* sum) {
                size_t i = get_global_id(0);
                sum[i] = x[i] + sum[i];
            }
            """;

    private JoclProgram() {}

    public static void main(String[] arguments) throws IOException {
        CL.setExceptionsEnabled(true);
        cl_platform_id[] platforms = new cl_platform_id[1];
        CL.clGetPlatformIDs(1, platforms, null);
        cl_device_id[] devices = new cl_device_id[1];
        CL.clGetDeviceIDs(platforms[0], CL.CL_DEVICE_TYPE_ALL, 1, devices, null);
        cl_context_properties properties = new cl_context_properties();
        properties.addProperty(CL.CL_CONTEXT_PLATFORM, platforms[0]);
        cl_context context = CL.clCreateContext(properties, 1, devices, null, null, null);
        cl_command_queue queue =
                CL.clCreateCommandQueueWithProperties(
                        context, devices[0], new cl_queue_properties(), null);

        cl_program program =
                CL.clCreateProgramWithSource(context, 1, new String[] {SOURCE}, null, null);
        CL.clBuildProgram(program, 0, null, null, null, null);
        cl_kernel kernel = CL.clCreateKernel(program, "add", null);
        float[] x = new float[COUNT];
        float[] sum = new float[COUNT];
        for (int i = 0; i < COUNT; i++) {
            x[i] = i;
        }
        long bytes = (long) Sizeof.cl_float * COUNT;
        cl_mem[] buffers = {
            CL.clCreateBuffer(
                    context,
                    CL.CL_MEM_READ_ONLY | CL.CL_MEM_COPY_HOST_PTR,
                    bytes,
                    Pointer.to(x),
                    null),
            CL.clCreateBuffer(
                    context,
                    CL.CL_MEM_READ_WRITE | CL.CL_MEM_COPY_HOST_PTR,
                    bytes,
                    Pointer.to(sum),
                    null)
        };
        for (int i = 0; i < buffers.length; i++) {
            CL.clSetKernelArg(kernel, i, Sizeof.cl_mem, Pointer.to(buffers[i]));
        }
        long[] range = {COUNT};
        int rounds = 0;
        do {
            CL.clEnqueueNDRangeKernel(queue, kernel, 1, null, range, null, 0, null, null);
            CL.clEnqueueReadBuffer(
                    queue, buffers[1], true, 0, bytes, Pointer.to(sum), 0, null, null);
            rounds++;
            if (rounds == 1) {
                System.out.println("running");
            }
        } while (rounds < MOST_ROUNDS && System.in.available() == 0);
        if (rounds == MOST_ROUNDS) {
            throw new IllegalStateException("the input does not end");
        }
        for (int i = 0; i < COUNT; i++) {
            if (sum[i] != (float) i * rounds) {
                throw new IllegalStateException(
                        "number " + i + " is " + sum[i] + " after " + rounds + " rounds");
            }
        }

        cl_program wrong =
                CL.clCreateProgramWithSource(
                        context, 1, new String[] {"kernel void k() { nothing; }"}, null, null);
        try {
            CL.clBuildProgram(wrong, 0, null, null, null, null);
        } catch (CLException failure) {
            System.out.println("build: " + failure.getMessage().lines().findFirst().orElseThrow());
        }

        for (cl_mem buffer : buffers) {
            CL.clReleaseMemObject(buffer);
        }
        CL.clReleaseKernel(kernel);
        CL.clReleaseProgram(program);
        CL.clReleaseProgram(wrong);
        CL.clReleaseCommandQueue(queue);
        CL.clReleaseContext(context);
        System.out.println("ok");
    }
}
