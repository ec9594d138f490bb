/**
 * How the processes that serve read their settings. Entry type: {@link
 * dev.hira.serving.config.Settings}.
 */
@NullMarked
package dev.hira.serving.config;

import org.jspecify.annotations.NullMarked;
