package dev.hira.cli.demo;

import dev.hira.gallery.GalleryResult;
import dev.hira.gallery.catalog.Gallery;
import dev.hira.guest.gpu.Gpu;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/** The part of the demo that runs kernels: a few programs of the gallery, each checked. */
final class DemoKernels {
    private static final List<String> PROGRAMS =
            List.of("saxpy", "reduction", "matmul", "mandelbrot", "sha-256", "grid-sync");

    private DemoKernels() {}

    /** Returns the text of a kernel of the gallery. */
    static String ptx(String kernel) throws IOException {
        String name = "/dev/hira/gallery/" + kernel + ".sm_75.ptx";
        try (InputStream in = DemoKernels.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("the gallery has no " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /**
     * Runs the programs in a session of their own.
     *
     * @throws IllegalStateException when a result differs from that of plain Java
     */
    static void run(String uri, long seed) {
        double millis = 0;
        try (Gpu gpu = Gpu.connect(uri)) {
            for (String name : PROGRAMS) {
                GalleryResult result =
                        Gallery.named(name).run(gpu, Gallery.named(name).card().testSize(), seed);
                if (!result.passed()) {
                    throw new IllegalStateException(result.verdict());
                }
                millis += result.kernelMillis();
            }
        }
        System.out.println(
                String.format(
                        Locale.ROOT,
                        "kernels: %s agree with plain Java, %.1f ms on the device",
                        String.join(", ", PROGRAMS),
                        millis));
    }
}
