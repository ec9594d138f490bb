/**
 * The router's events and their watchers. Entry type: {@link
 * dev.hira.router.operator.events.EventHub}. Watchers cannot hold up publishers: a full queue drops
 * events and counts them. Locks: each {@link dev.hira.router.operator.events.EventQueue} has its
 * own, which is never held during a call to another object.
 */
@NullMarked
package dev.hira.router.operator.events;

import org.jspecify.annotations.NullMarked;
