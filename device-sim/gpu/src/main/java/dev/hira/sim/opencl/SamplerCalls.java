package dev.hira.sim.opencl;

import dev.hira.api.opencl.ClResult;
import dev.hira.api.opencl.ClSamplerInfo;
import dev.hira.api.opencl.OpenClConstants;
import dev.hira.sim.opencl.device.InfoValue;
import dev.hira.sim.opencl.device.PropertyList;
import dev.hira.sim.opencl.object.ClContext;
import dev.hira.sim.opencl.object.ClSampler;
import dev.hira.sim.opencl.object.OpenClFailures;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Samplers. */
interface SamplerCalls extends OpenClCalls {
    /** {@code CL_ADDRESS_NONE}; the other modes follow. */
    int NO_ADDRESSING = OpenClConstants.CL_ADDRESS_NONE;

    /** {@code CL_ADDRESS_CLAMP}. */
    int CLAMP = OpenClConstants.CL_ADDRESS_CLAMP;

    /** {@code CL_ADDRESS_MIRRORED_REPEAT}. */
    int MIRRORED_REPEAT = OpenClConstants.CL_ADDRESS_MIRRORED_REPEAT;

    /** {@code CL_FILTER_NEAREST}. */
    int NEAREST = OpenClConstants.CL_FILTER_NEAREST;

    /** {@code CL_FILTER_LINEAR}. */
    int LINEAR = OpenClConstants.CL_FILTER_LINEAR;

    @Override
    default void clCreateSamplerAs(
            long sampler,
            long context,
            boolean normalized_coords,
            int addressing_mode,
            int filter_mode) {
        create(
                sampler,
                context,
                normalized_coords ? 1 : 0,
                addressing_mode,
                filter_mode,
                new long[0]);
    }

    @Override
    default void clCreateSamplerWithPropertiesAs(
            long sampler, long context, long[] sampler_properties) {
        long normalized = ClSamplerInfo.CL_SAMPLER_NORMALIZED_COORDS.value();
        long addressing = ClSamplerInfo.CL_SAMPLER_ADDRESSING_MODE.value();
        long filter = ClSamplerInfo.CL_SAMPLER_FILTER_MODE.value();
        Map<Long, Long> read =
                PropertyList.read(
                        sampler_properties,
                        Set.of(normalized, addressing, filter),
                        ClResult.CL_INVALID_VALUE);
        create(
                sampler,
                context,
                read.getOrDefault(normalized, 1L),
                read.getOrDefault(addressing, (long) CLAMP),
                read.getOrDefault(filter, (long) NEAREST),
                sampler_properties);
    }

    private void create(
            long name, long context, long normalized, long addressing, long filter, long[] list) {
        ClContext of = lane().context(context);
        if (addressing < NO_ADDRESSING
                || addressing > MIRRORED_REPEAT
                || (filter != NEAREST && filter != LINEAR)
                || (normalized != 0 && normalized != 1)) {
            throw OpenClFailures.invalidValue(
                    "there is no sampler with the modes "
                            + OpenClFailures.hex(addressing)
                            + " and "
                            + OpenClFailures.hex(filter));
        }
        if (normalized == 0 && addressing > CLAMP) {
            throw OpenClFailures.invalidValue(
                    "only images with normalized coordinates can be repeated");
        }
        lane().objects()
                .enter(
                        new ClSampler(
                                name, of, normalized == 1, (int) addressing, (int) filter, list));
        hostSamplers().created(name);
    }

    @Override
    default void clRetainSampler(long sampler) {
        lane().objects().retain(lane().sampler(sampler));
        hostSamplers().retain(sampler);
    }

    @Override
    default void clReleaseSampler(long sampler) {
        lane().objects().release(lane().sampler(sampler));
        hostSamplers().release(sampler);
    }

    @Override
    default long clGetSamplerInfo(
            long sampler,
            ClSamplerInfo param_name,
            long param_value_size,
            @Nullable MemorySegment param_value) {
        ClSampler it = lane().sampler(sampler);
        InfoValue value =
                switch (param_name) {
                    case CL_SAMPLER_REFERENCE_COUNT -> InfoValue.ofInt(lane().objects().count(it));
                    case CL_SAMPLER_CONTEXT -> InfoValue.ofLong(it.context().name());
                    case CL_SAMPLER_NORMALIZED_COORDS -> InfoValue.ofBool(it.normalized());
                    case CL_SAMPLER_ADDRESSING_MODE -> InfoValue.ofInt(it.addressing());
                    case CL_SAMPLER_FILTER_MODE -> InfoValue.ofInt(it.filter());
                    case CL_SAMPLER_PROPERTIES -> InfoValue.ofLongs(it.properties());
                    case CL_SAMPLER_MIP_FILTER_MODE,
                            CL_SAMPLER_LOD_MIN,
                            CL_SAMPLER_LOD_MAX,
                            CL_SAMPLER_INFO_NONE ->
                            throw OpenClFailures.invalidValue(
                                    param_name + " is no property of a sampler without levels");
                };
        return value.give(param_value_size, param_value);
    }
}
