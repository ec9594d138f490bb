package dev.hira.sim.opencl;

import dev.hira.api.opencl.host.CallbackRule;
import dev.hira.sim.opencl.device.OpenClLane;
import java.util.function.Supplier;

/**
 * OpenCL on simulated devices of the program's own process. It refuses calls that wait or build in
 * callbacks. A server's driver must not: there, the thread that begins a callback also makes calls
 * of other threads of the guest, and the guest library applies the rule.
 */
public final class DirectOpenClDriver extends SimOpenClDriver {
    /**
     * Creates a driver.
     *
     * @param lane returns the state of the calling thread
     * @param onClose runs on {@link #close}
     */
    public DirectOpenClDriver(Supplier<OpenClLane> lane, Runnable onClose) {
        super(lane, onClose);
    }

    @Override
    public void clFinish(long command_queue) {
        CallbackRule.require("clFinish");
        super.clFinish(command_queue);
    }

    @Override
    public void clWaitForEvents(long[] event_list) {
        CallbackRule.require("clWaitForEvents");
        super.clWaitForEvents(event_list);
    }

    @Override
    public void clBuildProgram(long program, long[] device_list, String options) {
        CallbackRule.require("clBuildProgram");
        super.clBuildProgram(program, device_list, options);
    }

    @Override
    public void clLinkProgramAs(
            long program, long context, long[] device_list, String options, long[] input_programs) {
        CallbackRule.require("clLinkProgram");
        super.clLinkProgramAs(program, context, device_list, options, input_programs);
    }

    @Override
    public void close() {
        CallbackRule.require("close");
        super.close();
    }
}
