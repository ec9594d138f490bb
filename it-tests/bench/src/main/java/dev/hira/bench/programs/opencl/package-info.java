/**
 * Generated programs of OpenCL: OpenClModel says what exists, the operations what calls do, and
 * OpenClObjects has the objects of a run.
 */
@NullMarked
package dev.hira.bench.programs.opencl;

import org.jspecify.annotations.NullMarked;
