/**
 * What operators change while the router runs, and how it survives the router's end. A change is a
 * list of edits; an edit gives a subject (a class, a VM's grant, a device's scheduler …) new
 * settings, as text. Entry types: {@link dev.hira.router.operator.changes.Changes}, {@link
 * dev.hira.router.operator.changes.RouterState}.
 *
 * <p>Reading order: Changes, Change, Edit, Subject; ChangeLog with ChangeRecords; RouterState with
 * ConfiguredPolicy.
 */
@NullMarked
package dev.hira.router.operator.changes;

import org.jspecify.annotations.NullMarked;
