package dev.hira.guest;

import dev.hira.api.DriverProvider;
import dev.hira.api.cuda.CudaDriver;
import dev.hira.api.opencl.OpenClDriver;
import dev.hira.base.JdkModules;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Opens drivers by URI, so that the same program runs natively and virtualized.
 *
 * <table>
 * <caption>URIs</caption>
 * <tr><th>URI</th><th>location of the GPU</th></tr>
 * <tr><td>{@code hira://host:port}</td><td>behind a router, over TCP</td></tr>
 * <tr><td>{@code hira+unix:///run/hira.sock}</td><td>behind a router, over a Unix socket</td></tr>
 * <tr><td>{@code hira+tls://host:port}</td><td>behind a router, over TLS; both have certificates
 * </td></tr>
 * <tr><td>{@code sim:}</td><td>simulated in this process, when the simulator is on the class path;
 * so does any other scheme that a {@link DriverProvider} knows</td></tr>
 * </table>
 *
 * <p>Parameters of a router's URI, for example {@code
 * hira+unix:///run/hira.sock?vm=blue&strict=on}:
 *
 * <ul>
 *   <li>{@code vm}, {@code token}: the name and secret of the virtual machine; defaults: {@code
 *       HIRA_VM}, {@code HIRA_TOKEN}
 *   <li>{@code tls}: the folder with the guest's certificate, for {@code hira+tls}; default: {@code
 *       HIRA_TLS}
 *   <li>{@code task}: the task that the session belongs to; default: {@code HIRA_TASK}. {@code
 *       rank}: lower ranks run first. A virtual machine orders only its own sessions with these
 *   <li>{@code also}: addresses of further routers, separated by commas, to which an operator may
 *       move the session
 *   <li>{@code devices}: the number of devices to see; 0 for all
 *   <li>{@code strict=on}: every call waits and reports its own failure, for debugging; default: on
 *       with {@code HIRA_STRICT=1}
 *   <li>{@code memory=off}, {@code rings=off}: use no shared memory, or no rings in it
 *   <li>{@code batch-bytes}, {@code batch-records}, {@code flush-micros}: send a batch of
 *       asynchronous calls at this size, count or age
 *   <li>{@code split-bytes}, {@code framed-split-bytes}, {@code pinned-split-bytes}: the size of
 *       the parts of a copy whose bytes travel in shared memory, travel in frames, or lie in shared
 *       memory already
 *   <li>{@code lanes}: the number of threads that may use the session
 *   <li>{@code timeout-millis}: how long to wait for the session; default: 10000. The router gives
 *       up after its own {@code timeouts.open}, by default 5 s
 * </ul>
 */
public final class Hira {
    /** The environment variable with the URI for programs that pass none. */
    public static final String URI_VARIABLE = "HIRA_URI";

    private Hira() {}

    /**
     * Opens the driver at the URI in the environment variable {@code HIRA_URI}, or the simulator if
     * that is unset and the simulator is on the class path.
     */
    public static CudaDriver connect() {
        return connect(defaultUri(System::getenv));
    }

    /**
     * Opens a CUDA driver at a URI.
     *
     * @throws IllegalArgumentException when no driver opens this URI
     * @throws dev.hira.guest.call.SessionException when the router refuses the session
     */
    public static CudaDriver connect(String uri) {
        return connect(CudaDriver.class, uri);
    }

    /** Opens a CUDA driver at a URI. */
    public static CudaDriver connect(URI uri) {
        return connect(CudaDriver.class, uri);
    }

    /** Opens OpenCL's driver at the URI that {@link #connect()} uses. */
    public static OpenClDriver connectOpenCl() {
        return connect(OpenClDriver.class, defaultUri(System::getenv));
    }

    /**
     * Opens OpenCL's driver at a URI.
     *
     * @throws IllegalArgumentException when no driver opens this URI
     * @throws dev.hira.guest.call.SessionException when the router refuses the session
     */
    public static OpenClDriver connectOpenCl(String uri) {
        return connect(OpenClDriver.class, uri);
    }

    /**
     * Opens a driver of any API at a URI.
     *
     * @param driverType the API's interface, for example {@code CudaDriver.class}
     * @throws IllegalArgumentException when no driver opens this URI, or no API on the class path
     *     has this interface
     * @throws dev.hira.guest.call.SessionException when the router refuses the session
     */
    public static <D> D connect(Class<D> driverType, String uri) {
        return connect(driverType, HiraUri.parse(uri));
    }

    /** Opens a driver of any API at a URI. */
    public static <D> D connect(Class<D> driverType, URI uri) {
        if (!HiraUri.isRemote(uri)) {
            D driver = provider(uri).open(uri, driverType);
            GuestApi<D> api = find(driverType);
            return api == null ? driver : api.checked(driver);
        }
        JdkModules.require("java.logging", "connections to a router need");
        GuestApi<D> api = api(driverType);
        HiraUri router = HiraUri.of(uri, System::getenv);
        return api.checked(
                api.open(Connector.connect(router), router.request(), router.settings()));
    }

    private static <D> GuestApi<D> api(Class<D> driverType) {
        GuestApi<D> found = find(driverType);
        if (found != null) {
            return found;
        }
        List<String> known = new ArrayList<>();
        for (GuestApi<?> api : providers(GuestApi.class)) {
            known.add(api.driverType().getName());
        }
        throw new IllegalArgumentException(
                "no API on the class path has the interface "
                        + driverType.getName()
                        + "; put its guest library there, or ask for one of "
                        + String.join(", ", known));
    }

    @SuppressWarnings("unchecked") // prefers a provider that opens drivers of exactly this type
    private static <D> @Nullable GuestApi<D> find(Class<D> driverType) {
        for (GuestApi<?> api : providers(GuestApi.class)) {
            if (api.driverType() == driverType) {
                return (GuestApi<D>) api;
            }
        }
        return null;
    }

    static URI defaultUri(UnaryOperator<@Nullable String> environment) {
        String uri = environment.apply(URI_VARIABLE);
        if (uri != null && !uri.isBlank()) {
            return HiraUri.parse(uri);
        }
        URI simulated = HiraUri.parse("sim:");
        if (find(simulated) != null) {
            return simulated;
        }
        throw new IllegalArgumentException(
                "the location of the GPU is not set: set the environment variable HIRA_URI, or pass a"
                        + " URI; "
                        + HiraUri.examples());
    }

    private static DriverProvider provider(URI uri) {
        String scheme = uri.getScheme();
        if (scheme == null) {
            throw new IllegalArgumentException(
                    "'" + uri + "' does not begin with a scheme; " + HiraUri.examples());
        }
        DriverProvider found = find(uri);
        if (found == null) {
            throw new IllegalArgumentException(
                    "no driver on the class path opens "
                            + HiraUri.written(uri)
                            + "; "
                            + remedy(scheme)
                            + ", or "
                            + HiraUri.examples());
        }
        return found;
    }

    private static String remedy(String scheme) {
        return scheme.equals("sim")
                ? "add hira-sim.jar to the class path (./hira guest-jar copies it beside"
                        + " hira-guest.jar; the artifact is dev.hira:hira-sim)"
                : "put one for " + scheme + ": there";
    }

    private static @Nullable DriverProvider find(URI uri) {
        String scheme = uri.getScheme();
        if (scheme == null) {
            return null;
        }
        for (DriverProvider provider : providers(DriverProvider.class)) {
            if (provider.accepts(scheme)) {
                return provider;
            }
        }
        return null;
    }

    /**
     * The providers that the class loader of this class sees. The calling thread's loader may have
     * copies of its own of the same classes, as in application servers.
     */
    private static <T> ServiceLoader<T> providers(Class<T> service) {
        return ServiceLoader.load(service, Hira.class.getClassLoader());
    }
}
