/**
 * What the router knows of an API's functions, generated from its description. Entry type: {@link
 * dev.hira.router.catalog.Catalog}.
 */
@NullMarked
package dev.hira.router.catalog;

import org.jspecify.annotations.NullMarked;
