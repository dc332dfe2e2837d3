import { z } from 'zod';
import { singleLineText } from './editor-fields.ts';

const fields = z.strictObject({ title: singleLineText(1, 80), description: singleLineText(1, 200) });

/** A text as editors write it: front matter with its title and description, and Markdown below. */
export interface TextFile {
  title: string;
  /** One line for search engines. */
  description: string;
  /** Markdown. */
  body: string;
  /** Lines of the file before the body. */
  linesBefore: number;
}

type TextBelow = Pick<TextFile, 'body' | 'linesBefore'>;

const FENCED = /^---[ \t]*\n(.*?)^---[ \t]*(?:\n|$)/ms;
const EXPECTED =
  'A text begins with its title and description, between two lines of ---, as in: --- / title: About us / description: Who we are. / ---';

/**
 * Reads a text. The front matter has just two lines of text, not full YAML, because a YAML parser would refuse `title: Help: how it works`,
 * and read `title: 2026` as a number.
 * @returns the text, or all problems of its front matter, with what is below it where it ends
 */
export function readTextFile(markdown: string): TextFile | { problems: string[]; below?: TextBelow } {
  const [fenced, block = ''] = FENCED.exec(markdown) ?? [];
  if (fenced === undefined || !markdown.startsWith(fenced)) return { problems: [EXPECTED] };
  const below = { body: markdown.slice(fenced.length), linesBefore: fenced.split('\n').length - 1 };
  const read = readFields(block);
  return 'problems' in read ? { ...read, below } : { ...read, ...below };
}

function readFields(block: string): z.output<typeof fields> | { problems: string[] } {
  const pairs = block.split('\n').filter((row) => row.trim() !== '');
  const unread = pairs.find((row) => !PAIR.test(row));
  if (unread !== undefined) return { problems: [`The front matter has ${JSON.stringify(unread)}, which is not a "name: value" line.`] };
  const names = pairs.map((row) => pair(row)[0]);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) return { problems: [`The front matter has ${twice} twice.`] };
  const read = fields.safeParse(Object.fromEntries(pairs.map(pair)));
  return read.success ? read.data : { problems: read.error.issues.map(problemOf) };
}

const PAIR = /^([\w-]+):(?:[ \t](.*))?$/;

/** Splits a line of the front matter. Its value may be quoted as in YAML. */
function pair(row: string): [name: string, value: string] {
  const [, name = '', value = ''] = PAIR.exec(row) ?? [];
  const [, quote, inner = ''] = /^(["'])(.*)\1$/.exec(value.trim()) ?? [];
  if (quote === undefined) return [name, value.trim()];
  return [name, quote === '"' ? inner.replaceAll(/\\(["\\])/g, '$1') : inner.replaceAll("''", "'")];
}

function problemOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') return `The front matter has ${issue.keys.join(', ')}; it takes title and description.`;
  const field = String(issue.path[0]);
  return issue.code === 'invalid_type' ? `The front matter needs a ${field}, on one line.` : `The ${field} ${issue.message}.`;
}
