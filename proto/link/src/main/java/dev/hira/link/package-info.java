/**
 * One end of an ordered, bidirectional stream of frames, independent of the transport. Sessions
 * know only {@link dev.hira.link.Link} and {@link dev.hira.link.LinkHandler}; the packages below
 * are the transports.
 */
@NullMarked
package dev.hira.link;

import org.jspecify.annotations.NullMarked;
