/**
 * Control characters that change the direction of the text after them. They are not needed, because each text is isolated from the page.
 */
export const BIDI_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g;

/** Marks that turn the direction of what follows; `Intl` writes them into the numbers and dates of Arabic and Hebrew. */
export const DIRECTION_MARKS = /[\u061c\u200e\u200f]/g;

const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** Whether the first letter of a text is one of those that are written from right to left. */
export const beginsRightToLeft = (text: string): boolean => RIGHT_TO_LEFT.test(/\p{L}/u.exec(text)?.[0] ?? '');

/**
 * A title or name for the middle of a plain sentence, where no element isolates it: its words would take the sentence's direction otherwise,
 * and a Hebrew title with a brand in it would be read from its middle. Text without such letters stays as it is.
 */
export const isolated = (text: string): string => (RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text);

/**
 * A price or date as `Intl` writes it, for the middle of English text. Its marks are for text from right to left: here they would move
 * blanks and signs to the other side of the number, and the day of a date away from its month.
 */
export const amongEnglish = (written: string): string => isolated(written.replace(DIRECTION_MARKS, ''));
