/**
 * VMs as a whole: what all their sessions did ({@link dev.hira.router.operator.vms.VmTotals}), and
 * what an operator said about them ({@link dev.hira.router.operator.vms.VmStandings}).
 */
@NullMarked
package dev.hira.router.operator.vms;

import org.jspecify.annotations.NullMarked;
