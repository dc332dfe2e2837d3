/** The longest text in an event, in UTF-16 units. */
export const LONGEST_EVENT_TEXT = 200;

/** A text as an event may hold it: cut, without NUL, and with half of a character at the cut replaced, neither of which a database takes. */
export const eventText = (text: string): string => text.replaceAll('\0', '').slice(0, LONGEST_EVENT_TEXT).toWellFormed();
