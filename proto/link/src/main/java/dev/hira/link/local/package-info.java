/**
 * Links within one process, for tests, the laboratory, and a guest, router and server that share
 * it. Entry type: {@link dev.hira.link.local.LocalLinks}.
 */
@NullMarked
package dev.hira.link.local;

import org.jspecify.annotations.NullMarked;
