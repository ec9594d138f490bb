/**
 * The PTX front end: it turns text into a typed tree. {@link dev.hira.sim.ptx.PtxModule#parse}
 * reads the declarations of a module and only indexes the bodies of its functions; {@link
 * dev.hira.sim.ptx.PtxModule#body} parses and checks one body. A {@link
 * dev.hira.sim.ptx.text.PtxException} reports the errors of a text, several at once; the parser
 * throws nothing else and uses at most a small multiple of the text's size in memory.
 *
 * <p>Reading order: {@code PtxModule}, {@code ModuleParser} and {@code BodyIndexer} for
 * declarations; the tree in {@link dev.hira.sim.ptx.model}; {@code BodyParser} and {@code
 * BodyChecker} for bodies. {@code SharedLayout} and {@code VariableImage} derive memory layouts,
 * {@code InstructionUse} the instructions that a kernel can reach.
 */
@NullMarked
package dev.hira.sim.ptx;

import org.jspecify.annotations.NullMarked;
