/**
 * Writes the artifacts that guests use into a folder with the layout of a Maven repository. Entry
 * types: {@link dev.hira.publish.Publish}, the command, and {@link dev.hira.publish.Artifact},
 * which lists the artifacts and their parts.
 */
@NullMarked
package dev.hira.publish;

import org.jspecify.annotations.NullMarked;
