/** Tests of simulated devices through the driver's interface. */
package dev.hira.sim;
