/**
 * Which operator asks, and what each may do. Entry type: {@link
 * dev.hira.router.operator.access.OperatorAccess}.
 */
@NullMarked
package dev.hira.router.operator.access;

import org.jspecify.annotations.NullMarked;
