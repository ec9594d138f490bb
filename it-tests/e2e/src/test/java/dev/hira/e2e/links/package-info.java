/** Tests that cut the connections between guests and their router. */
@NullMarked
package dev.hira.e2e.links;

import org.jspecify.annotations.NullMarked;
