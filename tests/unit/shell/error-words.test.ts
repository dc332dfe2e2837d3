import { expect, test } from 'vitest';
import { errorTitle, errorWords } from '../../../src/features/shell/error-words.ts';

test.each([
  [404, "Oops it seems we can't find what you're looking for! Perhaps the URL is wrong, or that file may have been moved or deleted."],
  [403, 'An error occurred while processing your request.'],
  [500, 'A server error occurred while processing your request.'],
  [503, 'A server error occurred while processing your request.'],
])('%i is told in the words of the specification', (status, words) => {
  expect([errorTitle(status), errorWords(status)]).toEqual([`${status} Error`, words]);
});
