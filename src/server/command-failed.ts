/** Thrown where a running site did not carry a command out; the message is its own, for whoever gave the command. */
export class CommandFailed extends Error {}
