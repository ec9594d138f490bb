/**
 * What a router with a state directory keeps of its sessions, so that another process of it can go
 * on with them. Entry types: {@link dev.hira.router.session.kept.KeptSessions}, {@link
 * dev.hira.router.session.kept.SessionFile}.
 */
@NullMarked
package dev.hira.router.session.kept;

import org.jspecify.annotations.NullMarked;
