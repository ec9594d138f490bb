package dev.hira.api.source;

import java.util.List;

/**
 * What OpenCL C declares of a kernel beyond its PTX.
 *
 * @param parameters in the order of the declaration, which is that of the PTX's parameters
 * @param requiredGroupSize the three numbers of {@code reqd_work_group_size}, or zeros
 * @param attributes as {@code CL_KERNEL_ATTRIBUTES} gives them, for example {@code
 *     reqd_work_group_size(64,1,1)}
 */
public record SourceKernel(
        String name,
        List<Parameter> parameters,
        List<Integer> requiredGroupSize,
        String attributes) {
    public SourceKernel {
        parameters = List.copyOf(parameters);
        requiredGroupSize = List.copyOf(requiredGroupSize);
    }

    /** The address space that a pointer's parameter points to; values are private. */
    public enum AddressSpace {
        PRIVATE,
        GLOBAL,
        CONSTANT,
        LOCAL
    }

    /** What a kernel may do with an image. */
    public enum Access {
        NONE,
        READ_ONLY,
        WRITE_ONLY,
        READ_WRITE
    }

    /**
     * A parameter.
     *
     * @param type as the declaration spells it, without qualifiers, for example {@code float*}
     * @param isSampler whether it is a {@code sampler_t}
     */
    public record Parameter(
            String name,
            String type,
            AddressSpace space,
            Access access,
            boolean isConst,
            boolean isRestrict,
            boolean isVolatile,
            boolean isSampler) {
        /** Returns whether the parameter is an image. */
        public boolean isImage() {
            return access != Access.NONE;
        }
    }
}
