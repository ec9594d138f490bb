/**
 * The router's books: what each session used up and what it holds. Entry types: {@link
 * dev.hira.router.books.Ledger} for a session, {@link dev.hira.router.books.VmLedger} for all
 * sessions of a VM.
 *
 * <p>A ledger is written by its session's thread alone; any thread may read its sums. There is no
 * lock in this package.
 */
@NullMarked
package dev.hira.router.books;

import org.jspecify.annotations.NullMarked;
