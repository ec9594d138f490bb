/** Runs the interleaving tests, which lie in the packages of the classes that they test. */
@NullMarked
package dev.hira.interleavings;

import org.jspecify.annotations.NullMarked;
