/**
 * The router's settings, read once and checked. Entry type: {@link
 * dev.hira.router.config.RouterConfig}.
 */
@NullMarked
package dev.hira.router.config;

import org.jspecify.annotations.NullMarked;
