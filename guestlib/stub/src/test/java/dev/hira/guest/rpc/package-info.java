/** Tests of the session runtime against a scripted router. */
@NullMarked
package dev.hira.guest.rpc;

import org.jspecify.annotations.NullMarked;
