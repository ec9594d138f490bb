package dev.hira.guest.rpc;

import dev.hira.wire.shm.RingPollers;

/** The threads that read the rings of this process's sessions while no thread waits for them. */
final class Rings {
    static final RingPollers POLLERS =
            new RingPollers(
                    task -> Thread.ofPlatform().daemon().name("hira-rings").unstarted(task));

    private Rings() {}
}
