/**
 * What {@code hira demo} shows: the guest programs and the story around them. Entry type: {@link
 * dev.hira.cli.demo.DemoGuest}.
 */
@NullMarked
package dev.hira.cli.demo;

import org.jspecify.annotations.NullMarked;
