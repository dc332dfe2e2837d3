/** Thrown when a program cannot start; the message is for the operator and says what to do. */
export class CannotStart extends Error {}
