/**
 * What generated stubs are written against: a session, and a writer for one call. Entry type:
 * {@link dev.hira.guest.call.StubSession}.
 */
@NullMarked
package dev.hira.guest.session;

import org.jspecify.annotations.NullMarked;
