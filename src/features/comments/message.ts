/** What members write: the rules that the form and the call share (issue 5, Comments). */

const SHORTEST_MESSAGE = 2;
export const LONGEST_MESSAGE = 10_000;

/** Edits within this time after posting are not marked. */
export const UNMARKED_EDIT_MS = 15 * 60_000;

/** Control characters except tab and newline. */
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f]/g;

/** A message as it is stored: with LF line breaks, trimmed, without lone surrogates. */
export const normalizeMessage = (typed: string): string => typed.replace(/\r\n?/g, '\n').replace(CONTROLS, '').toWellFormed().trim();

/** What is wrong with a normalized message; undefined when it can be posted. */
export function messageFault(message: string): string | undefined {
  if (message.length > LONGEST_MESSAGE) {
    const [most, has] = [LONGEST_MESSAGE, message.length].map((length) => length.toLocaleString('en-US'));
    return `Please write at most ${most} characters. This has ${has}.`;
  }
  if (message.length < SHORTEST_MESSAGE) return `Please write at least ${SHORTEST_MESSAGE} characters.`;
  if (!/[\p{L}\p{N}\p{P}\p{S}]/u.test(message)) return 'Please write something that can be read.';
  return undefined;
}

/** A comment's text as a quote, to write a reply below. */
export const quoted = (message: string): string => `${message.replace(/^/gm, '> ')}\n\n`;
