package dev.hira.cli;

import dev.hira.api.cuda.CUdevice_attribute;
import dev.hira.api.cuda.CudaDriver;
import dev.hira.cli.client.Examples;
import dev.hira.cli.client.OutputOptions;
import dev.hira.guest.Hira;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Lists the GPUs that a guest would see. */
@Command(
        name = "gpus",
        description = "List the GPUs that a guest sees at a URI.",
        mixinStandardHelpOptions = true,
        footerHeading = Examples.HEADING,
        footer = "  hira gpus 'sim:?devices=2'")
final class GpusCommand implements Runnable {
    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "URI",
            description =
                    "A URI as guests use it, for example sim: or hira+unix:///tmp/hira.sock; by default"
                            + " that in the environment variable HIRA_URI, and if there is none, sim:.")
    @Nullable String uri;

    @Mixin OutputOptions output = new OutputOptions();

    private final Map<String, String> environment;

    GpusCommand() {
        this(System.getenv());
    }

    GpusCommand(Map<String, String> environment) {
        this.environment = environment;
    }

    /** Returns the URI that the environment names, or that of a simulated GPU in this process. */
    static String uriIn(Map<String, String> environment) {
        String named = environment.getOrDefault(Hira.URI_VARIABLE, "").strip();
        return named.isEmpty() ? "sim:" : named;
    }

    private record Gpu(
            int ordinal,
            String name,
            long memoryBytes,
            int multiprocessors,
            String architecture,
            String pciBusId) {}

    @Override
    public void run() {
        String place = uri != null ? uri : uriIn(environment);
        try (CudaDriver cuda = Serving.configured(() -> Hira.connect(place))) {
            cuda.cuInit(0);
            int count = cuda.cuDeviceGetCount();
            output.show(
                    IntStream.range(0, count).mapToObj(device -> gpu(cuda, device)).toList(),
                    this::table);
        }
    }

    private static Gpu gpu(CudaDriver cuda, int device) {
        return new Gpu(
                device,
                cuda.cuDeviceGetName(device),
                cuda.cuDeviceTotalMem(device),
                cuda.cuDeviceGetAttribute(
                        CUdevice_attribute.CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, device),
                "sm_"
                        + cuda.cuDeviceGetAttribute(
                                CUdevice_attribute.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR,
                                device)
                        + cuda.cuDeviceGetAttribute(
                                CUdevice_attribute.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR,
                                device),
                cuda.cuDeviceGetPCIBusId(device));
    }

    private void table(List<Gpu> gpus) {
        for (Gpu gpu : gpus) {
            output.out()
                    .printf(
                            Locale.ROOT,
                            "%d  %-28s %7d MiB  %3d SMs  %s  %s%n",
                            gpu.ordinal(),
                            gpu.name(),
                            gpu.memoryBytes() >> 20,
                            gpu.multiprocessors(),
                            gpu.architecture(),
                            gpu.pciBusId());
        }
    }
}
