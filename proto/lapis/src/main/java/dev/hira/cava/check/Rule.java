package dev.hira.cava.check;

import dev.hira.cava.model.Api;
import dev.hira.cava.model.ApiFunction;

/** A rule for every function of every description. */
interface Rule {
    void check(Api api, ApiFunction function, CheckReport report);
}
