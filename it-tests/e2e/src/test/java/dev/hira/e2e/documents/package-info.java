/**
 * The documents, checked against the tree: links, line lengths, commands and names. Entry type:
 * {@link dev.hira.e2e.documents.DocumentsTest}.
 */
@NullMarked
package dev.hira.e2e.documents;

import org.jspecify.annotations.NullMarked;
