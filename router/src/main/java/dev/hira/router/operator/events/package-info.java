/**
 * What happens in a router, told to whoever watches. Entry type: {@link
 * dev.hira.router.operator.events.EventHub}. Nobody who watches can hold up those who publish: a
 * queue that is full drops events and counts them. Locks: an {@link
 * dev.hira.router.operator.events.EventQueue}'s own, under which nothing else is called.
 */
@NullMarked
package dev.hira.router.operator.events;

import org.jspecify.annotations.NullMarked;
