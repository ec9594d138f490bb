/**
 * Runs clang in a process of its own, within limits, and keeps the results. {@link
 * dev.hira.sim.compiler.clang.Clang} is the entry type; it knows no language.
 *
 * <p>Reading order: Clang, Invocation, Workspace, CompilerRun and ProcessLimits for one run of the
 * compiler; Verdict for its end; ToolchainJar and Toolchain for where it comes from; BuildCache,
 * ResultFiles and HalfFiles.
 */
@NullMarked
package dev.hira.sim.compiler.clang;

import org.jspecify.annotations.NullMarked;
