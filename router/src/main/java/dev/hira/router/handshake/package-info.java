/**
 * What a guest, the router and a server agree on before a session is open: the guest's {@link
 * dev.hira.router.handshake.Arrival}, its VM ({@link dev.hira.router.handshake.Identity}), the form
 * of its request ({@link dev.hira.router.handshake.OpenChecks}), and limits ({@link
 * dev.hira.router.handshake.AgreedLimits}).
 */
@NullMarked
package dev.hira.router.handshake;

import org.jspecify.annotations.NullMarked;
