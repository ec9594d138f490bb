/* The built-in functions of OpenCL C 1.2, except conversions and images, which are libraries of their own. */
#include "shapes.h"
#include "workitems.cl"
#include "math.cl"
#include "integers.cl"
#include "common.cl"
#include "relational.cl"
#include "memory.cl"
#include "atomics.cl"
