package dev.hira.sim.opencl;

import dev.hira.api.opencl.ClMemFlags;
import dev.hira.api.opencl.ClMemObjectType;
import dev.hira.api.opencl.ClResult;
import dev.hira.api.opencl.host.ImageShape;
import dev.hira.api.source.SourceKernel;
import dev.hira.sim.opencl.object.ClKernel;
import dev.hira.sim.opencl.object.ClMem;
import dev.hira.sim.opencl.object.ClSampler;
import dev.hira.sim.opencl.object.OpenClFailures;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/** Images and samplers as arguments of kernels. */
final class ImageArguments {
    private ImageArguments() {}

    /**
     * Returns the value of a parameter.
     *
     * @param declared null: the kernel's program has no source
     */
    static ClKernel.Argument sampler(
            ClKernel kernel, SourceKernel.@Nullable Parameter declared, ClSampler sampler) {
        if ((declared != null && !declared.isSampler())
                || !sampler.context().equals(kernel.context())) {
            throw OpenClFailures.of(
                    ClResult.CL_INVALID_ARG_VALUE,
                    "the parameter is no sampler, or the sampler is of another context");
        }
        byte[] bits = new byte[Long.BYTES];
        ByteBuffer.wrap(bits).order(ByteOrder.LITTLE_ENDIAN).putLong(sampler.bits());
        return new ClKernel.Value(bits);
    }

    /** Returns the value of a parameter that is declared as an image. */
    static ClKernel.Argument image(ClKernel kernel, SourceKernel.Parameter declared, ClMem image) {
        @Nullable ImageShape shape = image.shape();
        if (shape == null || !declared.type().equals(name(shape.type()))) {
            throw OpenClFailures.of(
                    ClResult.CL_INVALID_MEM_OBJECT,
                    "the parameter "
                            + declared.name()
                            + " must be an "
                            + declared.type()
                            + ", not a "
                            + (shape == null ? "buffer" : name(shape.type())));
        }
        ClMemFlags forbids =
                declared.access() == SourceKernel.Access.READ_ONLY
                        ? ClMemFlags.CL_MEM_WRITE_ONLY
                        : ClMemFlags.CL_MEM_READ_ONLY;
        if (image.has(forbids.value()) || !image.context().equals(kernel.context())) {
            throw OpenClFailures.of(
                    ClResult.CL_INVALID_ARG_VALUE,
                    "the flags of the image do not let the parameter "
                            + declared.name()
                            + " use it so, or it is of another context");
        }
        return new ClKernel.Memory(image);
    }

    /** Returns the name of a kind of image in OpenCL C. */
    private static String name(ClMemObjectType type) {
        return switch (type) {
            case CL_MEM_OBJECT_IMAGE1D -> "image1d_t";
            case CL_MEM_OBJECT_IMAGE1D_ARRAY -> "image1d_array_t";
            case CL_MEM_OBJECT_IMAGE1D_BUFFER -> "image1d_buffer_t";
            case CL_MEM_OBJECT_IMAGE2D_ARRAY -> "image2d_array_t";
            case CL_MEM_OBJECT_IMAGE3D -> "image3d_t";
            default -> "image2d_t";
        };
    }
}
