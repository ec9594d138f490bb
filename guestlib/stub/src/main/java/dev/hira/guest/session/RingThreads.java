package dev.hira.guest.session;

import dev.hira.link.ring.RingPollers;

/**
 * The threads that read the rings of this process's sessions while no thread waits for an answer.
 */
final class RingThreads {
    static final RingPollers POLLERS =
            new RingPollers(
                    task -> Thread.ofPlatform().daemon().name("hira-rings").unstarted(task),
                    System::nanoTime);

    private RingThreads() {}
}
