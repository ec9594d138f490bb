/** Tests of the published artifacts, as a build outside of the tree sees them. */
@NullMarked
package dev.hira.publish;

import org.jspecify.annotations.NullMarked;
