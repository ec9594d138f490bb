/**
 * One end of an ordered, bidirectional stream of frames, whatever carries it. {@link
 * dev.hira.link.Link} and {@link dev.hira.link.LinkHandler} are all that sessions know of a
 * transport; the transports are the packages below.
 */
@NullMarked
package dev.hira.link;

import org.jspecify.annotations.NullMarked;
