/**
 * What a session needs to change its server: {@link dev.hira.router.session.place.MoveOrSave} is a
 * change that is prepared or under way, {@link dev.hira.router.session.place.IncomingServer} the
 * server that the session is about to have, the other types are the session's link and policy while
 * it changes.
 *
 * <p>All methods are called on the session's thread, unless they say otherwise.
 */
@NullMarked
package dev.hira.router.session.place;

import org.jspecify.annotations.NullMarked;
