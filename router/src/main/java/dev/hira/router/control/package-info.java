/**
 * The router's policy as operators see and change it. Entry type: {@link
 * dev.hira.router.control.PolicyControl}.
 */
@NullMarked
package dev.hira.router.control;

import org.jspecify.annotations.NullMarked;
