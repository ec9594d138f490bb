package dev.hira.guest.opencl;

import dev.hira.api.opencl.CheckedOpenClDriver;
import dev.hira.api.opencl.OpenClDriver;
import dev.hira.guest.GuestApi;
import dev.hira.guest.call.StubSettings;
import dev.hira.guest.session.OpenWriter;
import dev.hira.link.Link;

/** OpenCL for {@link dev.hira.guest.Hira}. */
public final class OpenClGuestApi implements GuestApi<OpenClDriver> {
    @Override
    public Class<OpenClDriver> driverType() {
        return OpenClDriver.class;
    }

    @Override
    public OpenClDriver open(Link link, OpenWriter request, StubSettings settings) {
        return OpenClGuest.open(link, request, settings);
    }

    @Override
    public OpenClDriver checked(OpenClDriver driver) {
        return new CheckedOpenClDriver(driver);
    }
}
