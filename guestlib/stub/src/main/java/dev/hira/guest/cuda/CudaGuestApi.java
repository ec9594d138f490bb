package dev.hira.guest.cuda;

import dev.hira.api.cuda.CheckedCudaDriver;
import dev.hira.api.cuda.CudaDriver;
import dev.hira.guest.GuestApi;
import dev.hira.guest.call.StubSettings;
import dev.hira.guest.session.OpenWriter;
import dev.hira.link.Link;

/** The CUDA API for {@link dev.hira.guest.Hira}. */
public final class CudaGuestApi implements GuestApi<CudaDriver> {
    @Override
    public Class<CudaDriver> driverType() {
        return CudaDriver.class;
    }

    @Override
    public CudaDriver open(Link link, OpenWriter request, StubSettings settings) {
        return CudaGuest.open(link, request, settings);
    }

    @Override
    public CudaDriver checked(CudaDriver driver) {
        return new CheckedCudaDriver(driver);
    }
}
