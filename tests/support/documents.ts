import MarkdownIt, { type Token } from 'markdown-it';
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');
const PATTERNS = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'docs/**/*.md'];

/** A Markdown document, as far as tests look at it. */
export interface Document {
  /** Path below the project, such as `docs/api.md`. */
  path: string;
  /** Targets of links and pictures, as they are written. */
  links: string[];
  /** Anchors of the headings, as GitHub makes them. */
  anchors: Set<string>;
  /** Anchors of the sections: of the headings of level 2. */
  sections: string[];
  /** Anchors that links before the first section lead to: its table of contents, where it has one. */
  contents: string[];
  /** Code spans, and the lines of code blocks without their comments. */
  code: string[];
  /** Blocks to be pasted into a shell. */
  shell: string[];
  /** Contents of blocks that name a file behind their language, such as `csv deals.csv`. */
  files: Map<string, string>;
  /** Code spans in the first column of tables, by the name of that column. */
  firstColumns: Map<string, string[]>;
}

const markdown = new MarkdownIt();

/** Every document of the project, in the order of their paths. */
export function documents(): Document[] {
  return globSync(PATTERNS, { cwd: ROOT })
    .toSorted()
    .map((path) => documentOf(path, readFileSync(join(ROOT, path), 'utf8')));
}

/** Reads one document. */
export function documentOf(path: string, text: string): Document {
  const tokens = markdown.parse(text, {});
  const inside = tokens.flatMap(({ children }) => children ?? []);
  const headings = headingsOf(tokens);
  return {
    path,
    links: linksOf(inside),
    anchors: new Set(headings.map(({ anchor }) => anchor)),
    sections: headings.filter(({ level }) => level === 'h2').map(({ anchor }) => anchor),
    contents: contentsOf(tokens),
    code: [...spansOf(inside), ...linesOf(tokens)],
    shell: tokens.filter(({ type, info }) => type === 'fence' && info.trim() === 'sh').map(({ content }) => content),
    files: new Map(
      tokens
        .filter(({ type }) => type === 'fence')
        .flatMap(({ info, content }) =>
          info
            .split(' ')
            .slice(1)
            .map((name) => [name, content]),
        ),
    ),
    firstColumns: firstColumnsOf(tokens),
  };
}

const spansOf = (tokens: Token[]) => tokens.filter(({ type }) => type === 'code_inline').map(({ content }) => content);

/** Lines of code blocks; one that ends in a backslash goes on. */
const linesOf = (tokens: Token[]) =>
  tokens
    .filter(({ type }) => type === 'fence')
    .flatMap(({ content }) => content.replaceAll('\\\n', ' ').split('\n'))
    .map((line) => line.replace(/(^|\s)#\s.*$/, ''));

const linksOf = (inside: Token[]): string[] =>
  inside
    .map((token) => token.attrGet('href') ?? token.attrGet('src'))
    .filter((target) => target !== null)
    .map(String);

function contentsOf(tokens: Token[]): string[] {
  const first = tokens.findIndex(({ type, tag }) => type === 'heading_open' && tag === 'h2');
  const inside = tokens.slice(0, Math.max(0, first)).flatMap(({ children }) => children ?? []);
  return [...new Set(linksOf(inside).flatMap((target) => (target.startsWith('#') ? target.slice(1) : [])))];
}

function headingsOf(tokens: Token[]): { anchor: string; level: string }[] {
  const anchors = new Map<string, string>();
  for (const [index, { type, tag }] of tokens.entries()) {
    if (type !== 'heading_open') continue;
    const text = (tokens[index + 1]?.children ?? []).map(({ content }) => content).join('');
    const anchor = text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
      .replaceAll(' ', '-');
    let free = anchor;
    for (let count = 1; anchors.has(free); count += 1) free = `${anchor}-${count}`;
    anchors.set(free, tag);
  }
  return [...anchors].map(([anchor, level]) => ({ anchor, level }));
}

function firstColumnsOf(tokens: Token[]): Map<string, string[]> {
  const columns = new Map<string, string[]>();
  let name = '';
  for (const [index, { type }] of tokens.entries()) {
    // The cell that opens a row is followed by what is in it.
    if (type !== 'tr_open') continue;
    const cell = tokens[index + 2];
    if (tokens[index + 1]?.type === 'th_open') name = cell?.content ?? '';
    else columns.set(name, [...(columns.get(name) ?? []), ...spansOf(cell?.children ?? [])]);
  }
  return columns;
}
