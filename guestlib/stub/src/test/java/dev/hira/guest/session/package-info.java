/** Tests of the session runtime against a scripted router. */
@NullMarked
package dev.hira.guest.session;

import org.jspecify.annotations.NullMarked;
