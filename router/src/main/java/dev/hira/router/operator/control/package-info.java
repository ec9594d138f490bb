/**
 * The router's policy as operators see and change it. Entry type: {@link
 * dev.hira.router.operator.control.PolicyControl}.
 */
@NullMarked
package dev.hira.router.operator.control;

import org.jspecify.annotations.NullMarked;
