/** What a moderator asked for and cannot be done, in words for the moderator. It ends the transaction of the deed. */
export class Declined extends Error {}
