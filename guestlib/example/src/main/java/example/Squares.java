package example;

import dev.hira.api.opencl.ClDeviceType;
import dev.hira.api.opencl.ClSizes;
import dev.hira.api.opencl.OpenClDriver;
import dev.hira.guest.Hira;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * A guest program in OpenCL: the machine of the device compiles its kernel from source, and the
 * program checks the squares that the kernel computes.
 */
public final class Squares {
    private static final int COUNT = 1000;
    private static final long[] NONE = {};

    private static final String SOURCE =
            """
            kernel void squares(global int* out) {
                size_t i = get_global_id(0);
                out[i] = i * i;
            }
            """;

    private Squares() {}

    /** Runs the kernel on the GPU that {@code HIRA_URI} names. */
    public static void main(String[] args) {
        try (OpenClDriver cl = Hira.connectOpenCl()) {
            long platform = cl.clGetPlatformIDs()[0];
            long device =
                    cl.clGetDeviceIDs(platform, ClDeviceType.CL_DEVICE_TYPE_GPU.value())[0];
            long context = cl.clCreateContext(NONE, new long[] {device});
            long queue = cl.clCreateCommandQueue(context, device, 0);
            long program = cl.clCreateProgramWithSource(context, List.of(SOURCE));
            cl.clBuildProgram(program, NONE, "");
            long kernel = cl.clCreateKernel(program, "squares");
            long bytes = (long) COUNT * Integer.BYTES;
            long buffer = cl.clCreateBuffer(context, 0, bytes, null);
            MemorySegment name = MemorySegment.ofArray(new long[] {buffer});
            cl.clSetKernelArg(kernel, 0, name.byteSize(), name);
            ClSizes range = new ClSizes(COUNT, 1, 1);
            cl.clEnqueueNDRangeKernel(queue, kernel, 1, null, range, null, NONE, 0);
            int[] squares = new int[COUNT];
            cl.clEnqueueReadBuffer(
                    queue, buffer, true, 0, bytes, MemorySegment.ofArray(squares), NONE, 0);
            requireRight(squares);
        }
    }

    private static void requireRight(int[] squares) {
        for (int i = 0; i < COUNT; i++) {
            if (squares[i] != i * i) {
                throw new IllegalStateException("the square of " + i + " is not " + squares[i]);
            }
        }
        System.out.println(COUNT + " squares are right");
    }
}
