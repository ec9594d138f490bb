package dev.hira.sim.ptx.text;

/** Kinds of tokens. */
public enum TokenKind {
    /** A name: of an instruction, a register, a variable, a label. */
    WORD,
    /** A dot and what follows it: a directive, a modifier, a type, a component. */
    DOTTED,
    /** A whole number. */
    INTEGER,
    /** A number with a fraction or an exponent, or the bits of one. */
    FLOAT,
    /** Text in quotes. */
    STRING,
    /** A punctuation mark or an operator. */
    MARK,
    /** The end of the text. */
    END
}
