/**
 * The generators, one per output: {@link dev.hira.cava.gen.InterfaceGenerator}, {@link
 * dev.hira.cava.gen.StubGenerator}, {@link dev.hira.cava.gen.DispatcherGenerator}, {@link
 * dev.hira.cava.gen.CatalogGenerator}.
 */
@NullMarked
package dev.hira.cava.gen;

import org.jspecify.annotations.NullMarked;
