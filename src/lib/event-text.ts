/** The longest text in an event, in UTF-16 units. */
export const LONGEST_EVENT_TEXT = 200;

/** A text for an event: shortened, and without NUL or a lone surrogate at the cut, which the database cannot store. */
export const eventText = (text: string): string => text.replaceAll('\0', '').slice(0, LONGEST_EVENT_TEXT).toWellFormed();
