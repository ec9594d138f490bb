/**
 * How the processes that serve read their settings. Entry type: {@link dev.hira.config.Settings}.
 */
@NullMarked
package dev.hira.config;

import org.jspecify.annotations.NullMarked;
