/**
 * Grants: {@link dev.hira.policy.model.Grant} says what a VM may use, and {@link
 * dev.hira.policy.model.Grants} is the live, versioned book of all grants. Values only; {@code
 * dev.hira.policy.tenant} enforces them.
 *
 * <p>Reading order: VmName, Grant, Rate, ResourceRole, OwnGrant, GrantsState, Grants; then
 * GrantText and Quantities, by which people write them, and GrantChecks with Allowed.
 */
@NullMarked
package dev.hira.policy.model;

import org.jspecify.annotations.NullMarked;
