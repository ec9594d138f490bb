/* Everything that a program in CUDA C++ has without including anything. */
#pragma once
#include "hira/qualifiers.h"
#include "hira/vectors.h"
#include "hira/variables.h"
#include "hira/integers.h"
#include "hira/rounding.h"
#include "hira/memory.h"
#include "hira/atomics.h"
#include "hira/warps.h"
#include "hira/math.h"
#include "hira/absent.h"
