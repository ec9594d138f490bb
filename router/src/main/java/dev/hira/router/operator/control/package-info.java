/**
 * The router's policy as operators see and change it. Entry type: {@link
 * dev.hira.router.operator.control.PolicyControl}.
 *
 * <p>Reading order: PolicySource with TenantSource, which creates the policy; PolicyControl and
 * TenantControl, SchedulerChoice; RulesDesk with RulesLoad and RulesText.
 */
@NullMarked
package dev.hira.router.operator.control;

import org.jspecify.annotations.NullMarked;
