/**
 * What {@code hira demo} shows: the guest programs and the story around them. Entry types: {@link
 * dev.hira.cli.demo.DemoGuest}, {@link dev.hira.cli.demo.SharesWatch}.
 */
@NullMarked
package dev.hira.cli.demo;

import org.jspecify.annotations.NullMarked;
