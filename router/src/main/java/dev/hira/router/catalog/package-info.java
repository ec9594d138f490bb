/**
 * The catalogs: data about the functions of an API, generated from its description. Entry type:
 * {@link dev.hira.router.catalog.Catalog}.
 */
@NullMarked
package dev.hira.router.catalog;

import org.jspecify.annotations.NullMarked;
