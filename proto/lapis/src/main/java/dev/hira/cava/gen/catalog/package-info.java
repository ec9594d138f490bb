/**
 * Generates the router's side: the cost of each function and its record rule. Entry type: {@link
 * dev.hira.cava.gen.catalog.CatalogGenerator}.
 */
@NullMarked
package dev.hira.cava.gen.catalog;

import org.jspecify.annotations.NullMarked;
