/**
 * The front end for PTX: text to a typed tree. {@link dev.hira.sim.ptx.PtxModule#parse} reads what
 * a module declares and only indexes the bodies of its functions; {@link
 * dev.hira.sim.ptx.PtxModule#body} parses and checks one of them. Whatever is wrong with a text is
 * told by a {@link dev.hira.sim.ptx.text.PtxException}, several errors at once; nothing else is
 * thrown, and no more memory is used than a small multiple of the text.
 */
@NullMarked
package dev.hira.sim.ptx;

import org.jspecify.annotations.NullMarked;
