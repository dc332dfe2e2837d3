/** Why a program cannot do its work here; the message is for whoever started it and says what to do. */
export class CannotStart extends Error {}
