/**
 * Reads and checks the settings of serving processes. Entry type: {@link
 * dev.hira.serving.config.Settings}.
 */
@NullMarked
package dev.hira.serving.config;

import org.jspecify.annotations.NullMarked;
