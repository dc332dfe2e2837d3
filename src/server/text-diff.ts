import { createPatch } from 'diff';

const CONTEXT_LINES = 2;

/** What is different between two texts, as a unified diff without its header; the empty text when nothing is. */
export const textDiff = (before: string, after: string): string =>
  createPatch('', before, after, '', '', { context: CONTEXT_LINES }).split('\n').slice(4).join('\n').trimEnd();
