/**
 * Generates the plain Java interface of an API and its value types. Entry type: {@link
 * dev.hira.cava.gen.driver.InterfaceGenerator}.
 */
@NullMarked
package dev.hira.cava.gen.driver;

import org.jspecify.annotations.NullMarked;
