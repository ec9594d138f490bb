package dev.hira.sim.driver;

import dev.hira.api.cuda.CUmemorytype;
import dev.hira.api.cuda.CUpointer_attribute;
import dev.hira.sim.driver.object.CudaFailures;
import dev.hira.sim.driver.object.SimContext;
import dev.hira.sim.engine.ChannelOperation;
import dev.hira.sim.memory.Allocation;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/** Attributes of addresses. */
interface PointerCalls extends DriverCalls {
    @Override
    default long cuPointerGetAttribute(CUpointer_attribute attribute, long ptr) {
        lane().context();
        @Nullable Allocation<ChannelOperation> allocation = lane().process().find(ptr, 1);
        @Nullable SimContext owner = lane().process().ownerOf(ptr);
        if (allocation == null || owner == null) {
            throw CudaFailures.invalidValue(
                    "no allocation contains the address " + CudaFailures.hex(ptr));
        }
        return value(attribute, ptr, allocation, owner);
    }

    private long value(
            CUpointer_attribute attribute,
            long address,
            Allocation<ChannelOperation> allocation,
            SimContext owner) {
        return switch (attribute) {
            case CU_POINTER_ATTRIBUTE_CONTEXT -> owner.name();
            case CU_POINTER_ATTRIBUTE_MEMORY_TYPE -> CUmemorytype.CU_MEMORYTYPE_DEVICE.value();
            case CU_POINTER_ATTRIBUTE_DEVICE_POINTER -> address;
            case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL -> lane().process().ordinal(owner.device());
            case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR,
                    CU_POINTER_ATTRIBUTE_MAPPING_BASE_ADDR,
                    CU_POINTER_ATTRIBUTE_BUFFER_ID ->
                    allocation.start();
            case CU_POINTER_ATTRIBUTE_RANGE_SIZE -> allocation.bytes();
            case CU_POINTER_ATTRIBUTE_MAPPING_SIZE -> allocation.footprint();
            case CU_POINTER_ATTRIBUTE_MAPPED -> 1;
            case CU_POINTER_ATTRIBUTE_ACCESS_FLAGS -> 3;
            case CU_POINTER_ATTRIBUTE_SYNC_MEMOPS,
                    CU_POINTER_ATTRIBUTE_IS_MANAGED,
                    CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE,
                    CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES,
                    CU_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE,
                    CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE,
                    CU_POINTER_ATTRIBUTE_IS_HW_DECOMPRESS_CAPABLE ->
                    0;
            case CU_POINTER_ATTRIBUTE_NONE,
                    CU_POINTER_ATTRIBUTE_HOST_POINTER,
                    CU_POINTER_ATTRIBUTE_P2P_TOKENS,
                    CU_POINTER_ATTRIBUTE_MEMORY_BLOCK_ID ->
                    throw CudaFailures.invalidValue(
                            "device memory does not have the attribute " + attribute);
        };
    }

    @Override
    default void cuPointerGetAttributes(
            int numAttributes, MemorySegment attributes, MemorySegment data, long ptr) {
        lane().context();
        if (numAttributes <= 0
                || attributes.byteSize() < numAttributes * 4L
                || data.byteSize() < numAttributes * 8L) {
            throw CudaFailures.invalidValue(
                    "the buffers are too small for " + numAttributes + " attributes");
        }
        @Nullable Allocation<ChannelOperation> allocation = lane().process().find(ptr, 1);
        @Nullable SimContext owner = lane().process().ownerOf(ptr);
        for (int i = 0; i < numAttributes; i++) {
            CUpointer_attribute attribute =
                    attribute(attributes.get(ValueLayout.JAVA_INT_UNALIGNED, i * 4L));
            long value = 0;
            if (allocation != null && owner != null) {
                value = valueOrZero(attribute, ptr, allocation, owner);
            } else if (attribute == CUpointer_attribute.CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL) {
                value = -2;
            }
            data.set(ValueLayout.JAVA_LONG_UNALIGNED, i * 8L, value);
        }
    }

    private long valueOrZero(
            CUpointer_attribute attribute,
            long address,
            Allocation<ChannelOperation> allocation,
            SimContext owner) {
        return switch (attribute) {
            case CU_POINTER_ATTRIBUTE_HOST_POINTER,
                    CU_POINTER_ATTRIBUTE_P2P_TOKENS,
                    CU_POINTER_ATTRIBUTE_MEMORY_BLOCK_ID ->
                    0;
            default -> value(attribute, address, allocation, owner);
        };
    }

    private static CUpointer_attribute attribute(int number) {
        @Nullable CUpointer_attribute attribute = CUpointer_attribute.find(number);
        if (attribute != null && number != 0) {
            return attribute;
        }
        throw CudaFailures.invalidValue("pointers have no attribute " + number);
    }

    @Override
    default void cuPointerSetAttribute(long value, CUpointer_attribute attribute, long ptr) {
        lane().context();
        if (lane().process().find(ptr, 1) == null) {
            throw CudaFailures.invalidValue(
                    "no allocation contains the address " + CudaFailures.hex(ptr));
        }
        if (attribute != CUpointer_attribute.CU_POINTER_ATTRIBUTE_SYNC_MEMOPS) {
            throw CudaFailures.invalidValue("the attribute " + attribute + " cannot be set");
        }
        if (value != 0) {
            throw CudaFailures.notSupported(
                    "simulated devices cannot make all copies of an allocation synchronous");
        }
    }
}
