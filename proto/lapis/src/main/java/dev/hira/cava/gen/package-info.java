/**
 * The generators, one per output: {@link dev.hira.cava.gen.driver.InterfaceGenerator}, {@link
 * dev.hira.cava.gen.stub.StubGenerator}, {@link dev.hira.cava.gen.dispatch.DispatcherGenerator},
 * {@link dev.hira.cava.gen.catalog.CatalogGenerator}.
 */
@NullMarked
package dev.hira.cava.gen;

import org.jspecify.annotations.NullMarked;
