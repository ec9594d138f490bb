/**
 * Generated programs: random calls of an API with a model of what they must return, run while
 * something happens to their VM.
 *
 * <p>Reading order: Operation is a kind of call, Call a call, and Program a list of calls.
 * ProgramApi is what an API provides: operations, a model, and the objects of a run. Generator
 * makes programs, Trial runs one in a ProgramStack and disturbs it by a Disturbance, Shrinker makes
 * a program that fails smaller, and ProgramText prints it as Java. ProgramsSoak does all of this
 * for many programs.
 */
@NullMarked
package dev.hira.bench.programs;

import org.jspecify.annotations.NullMarked;
