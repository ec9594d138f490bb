/**
 * The generators, one per output: {@link dev.hira.cava.gen.driver.InterfaceGenerator}, {@link
 * dev.hira.cava.gen.stub.StubGenerator}, {@link dev.hira.cava.gen.dispatch.DispatcherGenerator},
 * {@link dev.hira.cava.gen.catalog.CatalogGenerator}.
 *
 * <p>Reading order: Generator, JavaFile, JavaWriter, Shape; then one generator of a subpackage with
 * Encoding and Decoding; RuleEmitter last.
 */
@NullMarked
package dev.hira.cava.gen;

import org.jspecify.annotations.NullMarked;
