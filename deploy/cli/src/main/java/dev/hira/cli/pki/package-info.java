/**
 * The commands of the small certificate authority. Entry type: {@link dev.hira.cli.pki.PkiCommand}.
 */
@NullMarked
package dev.hira.cli.pki;

import org.jspecify.annotations.NullMarked;
