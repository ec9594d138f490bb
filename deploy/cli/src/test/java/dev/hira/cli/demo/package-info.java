/** Tests of the demo. */
@NullMarked
package dev.hira.cli.demo;

import org.jspecify.annotations.NullMarked;
