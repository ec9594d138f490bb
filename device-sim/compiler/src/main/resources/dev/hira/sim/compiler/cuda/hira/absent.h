/* Types of what the device does not have, so that a program that uses them is told why. */
#pragma once
#define HIRA_NO_TEXTURES \
    __attribute__((unavailable("the simulated GPU has no textures and surfaces; read global memory instead")))
typedef unsigned long long cudaTextureObject_t HIRA_NO_TEXTURES;
typedef unsigned long long cudaSurfaceObject_t HIRA_NO_TEXTURES;
