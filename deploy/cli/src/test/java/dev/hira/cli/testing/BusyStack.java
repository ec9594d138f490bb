package dev.hira.cli.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.api.cuda.CudaDriver;
import dev.hira.api.cuda.CudaException;
import dev.hira.gallery.catalog.Gallery;
import dev.hira.guest.gpu.Gpu;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;

/** A router and a server with two VMs that work, are delayed and are denied. */
public final class BusyStack {
    private BusyStack() {}

    /** Returns the metrics of the router and of the server, as text. */
    public static List<String> scrape(Path folder) throws Exception {
        try (LiveStack stack = new LiveStack(folder)) {
            return work(stack);
        }
    }

    private static List<String> work(LiveStack stack) throws Exception {
        Hira hira = new Hira();
        assertThat(
                        hira.runAt(
                                stack.admin(),
                                "policy",
                                "set",
                                "blue",
                                "share=3",
                                "quotas.device_memory=1MiB",
                                "rates.launches=1/s burst 1"))
                .isZero();
        try (CudaDriver blue = stack.open("blue");
                Gpu green = Gpu.connect(stack.guest("green"))) {
            assertThat(deny(blue)).isTrue();
            var saxpy = Gallery.named("saxpy");
            assertThat(saxpy.run(green, saxpy.card().testSize(), 1).passed()).isTrue();
            try (Gpu late = Gpu.connect(stack.guest("blue"))) {
                assertThat(saxpy.run(late, 256, 1).passed()).isTrue();
                assertThat(saxpy.run(late, 256, 1).passed()).isTrue();
            }
            return List.of(get(stack.routerMetrics()), get(stack.serverMetrics()));
        }
    }

    private static boolean deny(CudaDriver guest) {
        try {
            guest.cuMemAlloc(2 << 20);
            return false;
        } catch (CudaException refused) {
            return true;
        }
    }

    private static String get(URI uri) throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpRequest request = HttpRequest.newBuilder(uri).build();
            return client.send(request, HttpResponse.BodyHandlers.ofString()).body();
        }
    }
}
