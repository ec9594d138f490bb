package dev.hira.sim;

import dev.hira.api.DriverProvider;
import dev.hira.api.cuda.CudaDriver;
import dev.hira.api.opencl.OpenClDriver;
import java.net.URI;

/** Opens simulated devices in this process by a {@code sim:} URI; see {@link SimUri}. */
public final class SimDriverProvider implements DriverProvider {
    /** Creates the provider; the service loader calls this. */
    public SimDriverProvider() {}

    @Override
    public boolean accepts(String scheme) {
        return scheme.equals(SimUri.SCHEME);
    }

    @Override
    public <D> D open(URI uri, Class<D> api) {
        boolean openCl = api == OpenClDriver.class;
        if (!openCl && !api.isAssignableFrom(CudaDriver.class)) {
            throw new IllegalArgumentException(
                    "simulated devices have the interfaces "
                            + CudaDriver.class.getName()
                            + " and "
                            + OpenClDriver.class.getName()
                            + ", not "
                            + api.getName());
        }
        SimHost host = SimHost.of(SimUri.parse(uri));
        SimProcess process = host.open();
        return api.cast(openCl ? process.openCl(host::close) : process.driver(host::close));
    }
}
