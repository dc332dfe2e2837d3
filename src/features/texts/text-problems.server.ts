import type { Token } from 'markdown-it';
import { multilineText } from '../../server/editor-fields.ts';
import { BLOCKS, isBlock, VALUES } from './directives.ts';
import { readTextFile, type TextFile } from '../../server/front-matter.ts';
import { BLOCK, ALLOWED_LINK, textMarkdown, UNKNOWN_VALUE } from './markdown.server.ts';

/** A text has so many bytes at most. */
const MOST_BYTES = 65_536;
const KIBIBYTE = 1_024;

/** What is wrong with a text, and which paths of the site it links to. */
interface CheckedText {
  /** A line each, with the number of the line in the file. */
  problems: string[];
  ownLinks: { line: number; path: string }[];
}

const storable = multilineText(0, MOST_BYTES);
const list = (names: object, mark: string) =>
  Object.keys(names)
    .map((name) => mark + name)
    .join(', ');

/** Checks a text as an editor wrote it. The problems would not break a page, but its output would surprise the editor. */
export function checkText(markdown: string): CheckedText {
  const only = (problem: string) => ({ problems: [problem], ownLinks: [] });
  if (markdown.trim() === '') return only('The text is empty.');
  const bytes = Buffer.byteLength(markdown);
  if (bytes > MOST_BYTES) return only(`The text has ${bytes} bytes; it may have ${MOST_BYTES / KIBIBYTE} KiB (${MOST_BYTES}).`);
  const stored = storable.safeParse(markdown);
  if (!stored.success) return only(`The text ${stored.error.issues[0]?.message ?? 'cannot be stored'}.`);
  const file = readTextFile(markdown);
  const inFront = 'problems' in file ? file.problems : [];
  const below = 'problems' in file ? file.below : file;
  const { problems, ownLinks } = below ? checkBelow(below) : { problems: [], ownLinks: [] };
  return { problems: [...inFront, ...problems], ownLinks };
}

function checkBelow({ body, linesBefore }: Pick<TextFile, 'body' | 'linesBefore'>): CheckedText {
  if (body.trim() === '') return { problems: ['There is nothing below the title and the description.'], ownLinks: [] };
  const reader = textMarkdown({ 'site-name': 'x', 'contact-email': 'x@x.example' }, true);
  reader.validateLink = () => true;
  const tokens = reader.parse(body, {});
  const ids = new Set(tokens.flatMap((token) => (token.type === 'heading_open' ? [`#${token.attrGet('id')}`] : [])));
  const problems: string[] = [];
  const ownLinks: CheckedText['ownLinks'] = [];

  const checkLink = (href: string, line: number) => {
    if (!ALLOWED_LINK.test(href))
      problems.push(
        `Line ${line}: the link to ${href || 'nothing'} must be a path such as /help, a place such as #contact, or a whole address such as https://…`,
      );
    else if (href.startsWith('/')) ownLinks.push({ line, path: href });
    else if (href.startsWith('#') && !ids.has(decoded(href))) problems.push(`Line ${line}: no heading of this text has the id ${href}.`);
  };
  const check = (token: Token, line: number) => {
    const problem = problemOf(token);
    if (problem) problems.push(`Line ${line}: ${problem}`);
    if (token.type === 'link_open') checkLink(String(token.attrGet('href')), line);
  };
  for (const token of tokens) {
    const first = (token.map?.[0] ?? 0) + linesBefore + 1;
    check(token, first);
    let line = first;
    for (const child of token.children ?? []) {
      if (child.type === 'softbreak' || child.type === 'hardbreak') line++;
      check(child, line);
    }
  }
  return { problems, ownLinks };
}

function problemOf({ type, markup, content }: Token): string | undefined {
  if (type === 'heading_open' && (markup === '#' || markup === '='))
    return 'a heading begins with ##, because the title is the only one of the first level.';
  if (type === 'html_block' || type === 'html_inline')
    return `HTML (${content.trim().split('\n')[0]}) is not allowed; to show it, put it between backticks.`;
  if (type === 'image') return 'pictures are not taken.';
  if (type === BLOCK && !isBlock(content)) return `there is no block ::${content}. There are ${list(BLOCKS, '::')}.`;
  if (type === UNKNOWN_VALUE)
    return `there is no value :${content}. There are ${list(VALUES, ':')}; for the words as they are, write \\:${content}.`;
  if (type === 'text' && /(?:^|\s)::[a-z]/.test(content))
    return `a block such as ::cookies must be alone on its line, outside lists and quotes, with nothing after its name. There are ${list(BLOCKS, '::')}.`;
  return undefined;
}

function decoded(href: string): string {
  try {
    return decodeURIComponent(href);
  } catch {
    return href;
  }
}
