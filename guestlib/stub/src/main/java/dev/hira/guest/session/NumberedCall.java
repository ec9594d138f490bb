package dev.hira.guest.session;

/** What the guest keeps of a call under its id. */
interface NumberedCall {
    /** The call's index in the {@link CallTable}; 0: it is not there. */
    int index();

    /** Sets the id, right before the call is sent; from then on answers may arrive. */
    void sentAs(long id);
}
