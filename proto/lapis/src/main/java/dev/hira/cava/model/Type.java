package dev.hira.cava.model;

/** The type of a field. */
public sealed interface Type permits Scalar, EnumType, Struct {}
