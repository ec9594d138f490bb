/** Unit tests of OpenCL's driver. */
package dev.hira.sim.opencl;
