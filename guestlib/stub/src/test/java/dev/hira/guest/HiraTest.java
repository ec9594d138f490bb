package dev.hira.guest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hira.api.cuda.CudaDriver;
import dev.hira.guest.call.SessionException;
import dev.hira.guest.call.StubSettings;
import dev.hira.guest.session.OpenWriter;
import dev.hira.link.Link;
import dev.hira.wire.LinkStatus;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(240)
class HiraTest {
    /** A driver of an API other than CUDA that records its arguments. */
    record OtherDriver(Link link, OpenWriter request) {}

    /** Opens {@link OtherDriver}s; registered as a service of the tests. */
    public static final class OtherApi implements GuestApi<OtherDriver> {
        @Override
        public Class<OtherDriver> driverType() {
            return OtherDriver.class;
        }

        @Override
        public OtherDriver open(Link link, OpenWriter request, StubSettings settings) {
            return new OtherDriver(link, request);
        }
    }

    @Test
    void shouldOpenDriversOfEveryApiOnTheClassPath(@TempDir Path directory) {
        String uri = "hira+unix://" + directory.resolve("no.sock") + "?vm=blue";

        OtherDriver driver = Hira.connect(OtherDriver.class, uri);

        assertThat(driver.request().vm()).isEqualTo("blue");
        driver.link().close(LinkStatus.NORMAL);
    }

    @Test
    @SuppressWarnings("NullAway") // programs without its checks can pass null
    void shouldSayWhereAUriComesFromWhenItIsNull() {
        String none = null;
        URI noUri = null;
        for (ThrowingCallable each :
                List.<ThrowingCallable>of(
                        () -> Hira.connect(none),
                        () -> Hira.connect(noUri),
                        () -> Hira.connectOpenCl(none),
                        () -> Hira.connect(CudaDriver.class, none))) {
            assertThatThrownBy(each)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("the URI of the GPU is null; ")
                    .hasMessageContaining("HIRA_URI")
                    .hasMessageContaining("hira://");
        }
    }

    @Test
    void shouldListTheKnownApis() {
        assertThatThrownBy(() -> Hira.connect(Runnable.class, "hira://localhost:1"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("java.lang.Runnable")
                .hasMessageContaining("dev.hira.api.cuda.CudaDriver");
    }

    @Test
    void shouldOpenTheSimulatorByTheInterfaceOfItsApi() {
        try (CudaDriver cuda = Hira.connect(CudaDriver.class, "sim:")) {
            cuda.cuInit(0);

            assertThat(cuda.cuDeviceGetCount()).isEqualTo(1);
        }
        assertThatThrownBy(() -> Hira.connect(Runnable.class, "sim:"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldOpenTheSimulatorByItsScheme() {
        try (CudaDriver cuda = Hira.connect("sim:?devices=2")) {
            cuda.cuInit(0);

            assertThat(cuda.cuDeviceGetCount()).isEqualTo(2);
        }
    }

    @Test
    void shouldTakeTheUriFromTheEnvironmentOrElseTheSimulator() {
        Map<String, String> environment = Map.of("HIRA_URI", " hira://gpu:7070 ");

        assertThat(Hira.defaultUri(environment::get)).isEqualTo(URI.create("hira://gpu:7070"));
        assertThat(Hira.defaultUri(name -> null).getScheme()).isEqualTo("sim");
        assertThat(Hira.defaultUri(name -> "").getScheme()).isEqualTo("sim");
    }

    @Test
    void shouldListTheKnownSchemes() {
        assertThatThrownBy(() -> Hira.connect("cuda:0"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no driver on the class path opens cuda:0")
                .hasMessageContaining("hira+unix:///run/hira.sock");
        assertThatThrownBy(() -> Hira.connect("gpu:"))
                .hasMessageContaining("no driver on the class path opens gpu:; put one for");
        assertThatThrownBy(() -> Hira.connect("gpu7"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(
                        "'gpu7' does not begin with a scheme; write hira+tls://host:port, ");
    }

    @Test
    void shouldReportThatNoRouterAnswersAtASocket(@TempDir Path directory) {
        String uri = "hira+unix://" + directory.resolve("no.sock");

        assertThatThrownBy(() -> Hira.connect(uri))
                .isInstanceOfSatisfying(
                        SessionException.class,
                        e -> assertThat(e.status().cause()).isEqualTo(LinkStatus.Cause.UNAVAILABLE))
                .hasMessageContaining("no.sock");
    }
}
