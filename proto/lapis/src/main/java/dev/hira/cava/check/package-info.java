/**
 * The rules of descriptions. Entry type: {@link dev.hira.cava.check.Checker}, which reports every
 * violation at once.
 *
 * <p>Reading order: Checker, Rule, CheckReport, ModeRule as a small rule, HistoryRule as a large
 * one, ApiRules for an API as a whole.
 */
@NullMarked
package dev.hira.cava.check;

import org.jspecify.annotations.NullMarked;
