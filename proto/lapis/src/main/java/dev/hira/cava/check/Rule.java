package dev.hira.cava.check;

import dev.hira.cava.model.Api;
import dev.hira.cava.model.Function;

/** Something that holds for every function of every description. */
interface Rule {
    void check(Api api, Function function, Report report);
}
