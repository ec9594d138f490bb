package dev.hira.cli;

import dev.hira.api.cuda.CUdevice_attribute;
import dev.hira.api.cuda.CudaDriver;
import dev.hira.guest.Hira;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Lists the GPUs that a guest would see. */
@Command(
        name = "gpus",
        description = "List the GPUs that a guest sees at a URI.",
        mixinStandardHelpOptions = true)
final class GpusCommand implements Runnable {
    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "URI",
            description = "A URI as guests use it, for example sim: or hira+unix:///tmp/hira.sock.")
    String uri = "sim:";

    @Override
    public void run() {
        try (CudaDriver cuda = Hira.connect(uri)) {
            cuda.cuInit(0);
            int count = cuda.cuDeviceGetCount();
            for (int device = 0; device < count; device++) {
                System.out.printf(
                        Locale.ROOT,
                        "%d  %-28s %7d MiB  %3d SMs  sm_%d%d  %s%n",
                        device,
                        cuda.cuDeviceGetName(device),
                        cuda.cuDeviceTotalMem(device) >> 20,
                        cuda.cuDeviceGetAttribute(
                                CUdevice_attribute.CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT,
                                device),
                        cuda.cuDeviceGetAttribute(
                                CUdevice_attribute.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR,
                                device),
                        cuda.cuDeviceGetAttribute(
                                CUdevice_attribute.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR,
                                device),
                        cuda.cuDeviceGetPCIBusId(device));
            }
        }
    }
}
