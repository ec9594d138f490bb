/**
 * Sessions, from a guest's arrival to the last of what it held. Entry types: {@link
 * dev.hira.router.session.RouterSession}, {@link dev.hira.router.session.SessionRegistry}.
 *
 * <p>A session belongs to the thread that delivers its guest's frames; its server's link is served
 * by the same thread. What administrators and other threads want of a session they hand to {@link
 * dev.hira.router.session.RouterSession#execute}. The registry has a lock of its own, under which
 * nothing foreign is called.
 */
@NullMarked
package dev.hira.router.session;

import org.jspecify.annotations.NullMarked;
