package dev.hira.link.resume;

import dev.hira.wire.LinkStatus;

/** An end that waits for its peer forever. */
final class Patience implements Absence {
    @Override
    public void begins(LinkStatus why) {}

    @Override
    public void ends() {}

    @Override
    public void closed() {}
}
