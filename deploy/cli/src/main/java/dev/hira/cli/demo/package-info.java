/**
 * The guest programs of {@code hira demo}, and the measurement of their shares. Entry types: {@link
 * dev.hira.cli.demo.DemoGuest}, {@link dev.hira.cli.demo.SharesWatch}.
 */
@NullMarked
package dev.hira.cli.demo;

import org.jspecify.annotations.NullMarked;
