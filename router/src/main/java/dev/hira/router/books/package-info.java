/**
 * The router's books: the resources that each session has used up and holds. Entry types: {@link
 * dev.hira.router.books.Ledger} for a session, {@link dev.hira.router.books.VmLedger} for all
 * sessions of a VM.
 *
 * <p>Only its session's thread writes a ledger; any thread may read its sums. This package has no
 * locks.
 */
@NullMarked
package dev.hira.router.books;

import org.jspecify.annotations.NullMarked;
