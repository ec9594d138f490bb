package dev.hira.cava.type;

/** The type of a field. */
public sealed interface Type permits Scalar, EnumType, Struct {}
