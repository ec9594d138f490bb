/**
 * The router's settings, read once and checked. Entry type: {@link
 * dev.hira.router.config.RouterConfig}.
 *
 * <p>Reading order: RouterConfig, RouterConfigReader, then the records of single subjects in any
 * order; PolicyReader is the longest.
 */
@NullMarked
package dev.hira.router.config;

import org.jspecify.annotations.NullMarked;
