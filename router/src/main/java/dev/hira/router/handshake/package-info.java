/**
 * What a guest, the router and a server agree on before a session is open: how the guest arrived,
 * the VM, the form of the request, and limits. Entry types: {@link
 * dev.hira.router.handshake.Arrival}, {@link dev.hira.router.handshake.Identity}, {@link
 * dev.hira.router.handshake.OpenChecks}, {@link dev.hira.router.handshake.AgreedLimits}.
 */
@NullMarked
package dev.hira.router.handshake;

import org.jspecify.annotations.NullMarked;
