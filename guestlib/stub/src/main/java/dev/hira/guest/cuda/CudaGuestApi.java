package dev.hira.guest.cuda;

import dev.hira.api.cuda.CudaDriver;
import dev.hira.guest.GuestApi;
import dev.hira.guest.rpc.OpenRequest;
import dev.hira.guest.rpc.StubSettings;
import dev.hira.wire.Link;

/** CUDA, for {@link dev.hira.guest.Hira}. */
public final class CudaGuestApi implements GuestApi<CudaDriver> {
    @Override
    public Class<CudaDriver> driverType() {
        return CudaDriver.class;
    }

    @Override
    public CudaDriver open(Link link, OpenRequest request, StubSettings settings) {
        return CudaGuest.open(link, request, settings);
    }
}
