/**
 * What generated stubs are written against: a session, and a writer for one call. Entry type:
 * {@link dev.hira.guest.rpc.StubSession}.
 */
@NullMarked
package dev.hira.guest.rpc;

import org.jspecify.annotations.NullMarked;
