/** The longest text in an event, in UTF-16 units. */
export const LONGEST_EVENT_TEXT = 200;

/** A text cut to what an event may hold. Half of a character at the cut is replaced: no database takes it. */
export const eventText = (text: string): string => text.slice(0, LONGEST_EVENT_TEXT).toWellFormed();
