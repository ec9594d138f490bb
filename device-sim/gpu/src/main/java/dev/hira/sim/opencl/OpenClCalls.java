package dev.hira.sim.opencl;

import dev.hira.api.Names;
import dev.hira.api.opencl.ClCommandType;
import dev.hira.api.opencl.host.HostKernels;
import dev.hira.api.opencl.host.HostMemory;
import dev.hira.api.opencl.host.HostSamplers;
import dev.hira.api.opencl.host.HostSide;
import dev.hira.sim.opencl.device.OpenClLane;

/** The part of the driver that all calls use. */
interface OpenClCalls extends HostSide {
    /** The state of the calling thread. */
    OpenClLane lane();

    @Override
    default Names names() {
        return lane().process().names();
    }

    @Override
    default HostMemory hostMemory() {
        return lane().objects().hostMemory();
    }

    @Override
    default HostSamplers hostSamplers() {
        return lane().objects().hostSamplers();
    }

    @Override
    default HostKernels hostKernels() {
        return lane().objects().hostKernels();
    }

    /** Reads what all commands have in common. */
    default Command command(long queue, ClCommandType type, long[] waitList, long event) {
        return Command.of(lane(), queue, type, waitList, event, false);
    }

    /**
     * Reads what all commands have in common.
     *
     * @param continues whether the call is a part of the command that the thread enqueued last
     */
    default Command part(
            long queue, ClCommandType type, long[] waitList, long event, boolean continues) {
        return Command.of(lane(), queue, type, waitList, event, continues);
    }
}
