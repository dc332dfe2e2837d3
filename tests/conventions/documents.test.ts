import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, normalize, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { COMMANDS } from '../../src/cli/commands.ts';
import { readConfig } from '../../src/server/config.ts';
import { BLOCKS, VALUES } from '../../src/features/texts/directives.ts';
import { TEXT_NAMES, textPath } from '../../src/features/texts/text-names.ts';
import { LIMITS } from '../../src/server/limits.ts';
import { A_MINUTE } from '../../src/server/network-limits.ts';
import { READS } from '../support/house.js';
import { sources } from '../support/sources.ts';
import { documentOf, documents, type Document } from '../support/documents.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const MOST_README_BYTES = 8_192;

const all = documents();
const byPath = new Map(all.map((document) => [document.path, document]));
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> };

/** Links to files or headings of the project that are not there. */
function brokenLinks({ path, links, anchors }: Document): string[] {
  return links
    .filter((link) => !/^[a-z]+:/.test(link))
    .filter((link) => {
      const [file = '', anchor] = decodeURIComponent(link).split('#');
      const target = normalize(join(dirname(path), file));
      if (file !== '' && !existsSync(join(ROOT, target))) return true;
      return anchor !== undefined && !(file === '' ? anchors : byPath.get(target)?.anchors)?.has(anchor);
    });
}

/** Paths of source files, tests and documents that are not there; those with a placeholder in them are left out. */
const missingPaths = ({ code }: Document) =>
  code
    .flatMap((text) => text.split(/\s+/))
    .filter((word) => /^(src|tests|public|docs|\.ci)\/[^*{}<>…]+$/.test(word))
    .filter((path) => !existsSync(join(ROOT, path)));

/** Scripts of package.json that are not there. */
const unknownScripts = ({ code }: Document) =>
  code
    .flatMap((text) => [...text.matchAll(/\bnpm (?:run (?:-\w+ )*([\w-]+)|(start|test)\b)/g)])
    .map(([, run, own]) => run ?? own ?? '')
    .filter((name) => !Object.hasOwn(scripts, name));

/** Commands of `npm run site`, and options of theirs, that are not there. */
const unknownCommands = ({ code }: Document) =>
  siteCommands(code).filter(([name, ...rest]) => {
    const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
    const options = rest.flatMap((word) => /^\[?--([a-z-]+)/.exec(word)?.[1] ?? []);
    return !command || options.some((option) => option !== 'help' && !Object.hasOwn(command.options, option));
  });

/** What follows `npm run site --`, as words; `help` and placeholders, in capitals, are left out. */
const siteCommands = (code: string[]): [string, ...string[]][] =>
  code
    .flatMap((text) => /\bnpm run (?:-s )?site -- (\S.*)/.exec(text)?.[1] ?? [])
    .map((text) => text.split(/\s+/) as [string, ...string[]])
    .filter(([name]) => name !== 'help' && !/^[A-Z]+$/.test(name));

/** The names of all settings: what the configuration asks an environment for. */
function settings(): string[] {
  const asked = new Set<string>();
  const environment = new Proxy<NodeJS.ProcessEnv>({}, { get: (_target, name) => void asked.add(String(name)) });
  readConfig(environment);
  return [...asked].toSorted();
}

const found = (problems: (document: Document) => unknown[]) =>
  all.flatMap((document) => problems(document).map((one) => [document.path, one]));

describe('documents', () => {
  test('link to files and headings that exist', () => {
    expect(found(brokenLinks), 'each document with a link of its that leads nowhere').toEqual([]);
  });

  test('with a table of contents have every section in it, in their order', () => {
    const wrong = all
      .filter(({ contents }) => contents.length > 0)
      .filter(({ sections, contents }) => contents.filter((anchor) => sections.includes(anchor)).join() !== sections.join())
      .map(({ path, sections, contents }) => [path, ...sections.filter((anchor) => !contents.includes(anchor))]);
    expect(wrong, 'each document whose sections and table of contents differ, with what is missing there').toEqual([]);
  });

  test('name files that exist', () => {
    expect(found(missingPaths), 'each document with a file that it names and that is gone, or was moved').toEqual([]);
  });

  test('name scripts of package.json', () => {
    expect(found(unknownScripts), 'each document with a script of package.json that is not there').toEqual([]);
  });

  test('name commands and options that exist', () => {
    expect(found(unknownCommands), 'each document with a command, or an option of one, that src/cli/commands.ts does not have').toEqual([]);
  });

  test('of editing have every command', () => {
    const described = new Set(siteCommands(byPath.get('docs/editing.md')!.code).map(([name]) => name));
    const missing = Object.keys(COMMANDS).filter((name) => !described.has(name));
    expect(missing, 'write `npm run site -- NAME` in docs/editing.md, with what it is for').toEqual([]);
  });

  test('of editing have every page of text, and what texts have the site fill in', () => {
    const { code } = byPath.get('docs/editing.md')!;
    const fillings = [...Object.keys(VALUES).map((name) => `:${name}`), ...Object.keys(BLOCKS).map((name) => `::${name}`)];
    const missing = [...TEXT_NAMES.map(textPath), ...fillings].filter((name) => !code.includes(name));
    expect(missing, 'name it in “Pages of text” of docs/editing.md').toEqual([]);
  });

  test('of the architecture have every feature', () => {
    const { code } = byPath.get('docs/architecture.md')!;
    const missing = Object.keys(READS).filter((feature) => !code.includes(`src/features/${feature}/`));
    expect(missing, 'add a line to “The folders” of docs/architecture.md').toEqual([]);
  });

  test('of the API have every endpoint', () => {
    const code = byPath.get('docs/api.md')!.code.join('\n');
    // What is prerendered is a file, which other answers name.
    const addresses = sources('src/pages/**/*.ts')
      .filter(({ text }) => !text.includes('export const prerender = true;'))
      .map(({ path }) => path.slice('src/pages'.length, -'.ts'.length));
    const isNamed = (address: string) => {
      const parts = address.split(/\[[^\]]+\]/).map((part) => part.replaceAll('.', String.raw`\.`));
      return new RegExp(`(?<![\\w}/])${parts.join('\\S+')}/?(?![\\w/])`).test(code);
    };
    expect(addresses.length).toBeGreaterThan(0);
    expect(
      addresses.filter((address) => !isNamed(address)),
      'add a line to docs/api.md',
    ).toEqual([]);
  });

  test('of the API have every limit, and no other', () => {
    const limits = [...Object.keys(LIMITS), ...Object.keys(A_MINUTE)];
    expect(byPath.get('docs/api.md')!.firstColumns.get('What')?.toSorted(), 'name each in “Limits” of docs/api.md').toEqual(
      limits.toSorted(),
    );
  });

  test('of operations have every setting, and no other', () => {
    const listed = byPath.get('docs/operations.md')!.firstColumns.get('Variable')?.toSorted();
    expect(listed, 'each has a line in “Settings” of docs/operations.md').toEqual(settings());
  });

  test('of decisions have a date, a context, a decision and consequences, and are listed', () => {
    const decisions = all.filter(({ path }) => /^docs\/decisions\/\d/.test(path));
    const listed = readFileSync(join(ROOT, 'docs/decisions/README.md'), 'utf8');
    expect(decisions.length).toBeGreaterThan(0);
    const incomplete = decisions.filter(({ path }) => {
      const text = readFileSync(join(ROOT, path), 'utf8');
      const hasParts = ['Context', 'Decision', 'Consequences'].every((part) => text.includes(`\n## ${part}\n`));
      return !hasParts || !/^Date: \d{4}-\d\d-\d\d\b/m.test(text) || !listed.includes(`(${basename(path)})`);
    });
    const paths = incomplete.map(({ path }) => path);
    expect(paths, 'write “Date: 2026-01-31”, the headings Context, Decision, Consequences, and a line in docs/decisions/README.md').toEqual(
      [],
    );
  });

  test('begin with a README that is read in one go', () => {
    expect(statSync(join(ROOT, 'README.md')).size).toBeLessThanOrEqual(MOST_README_BYTES);
  });
});

describe('a document', () => {
  const sample = documentOf(
    'docs/sample.md',
    `
# A heading: \`code\`

## Twice

## Twice

[gone](gone.md) [no heading](#gone) [heading](#a-heading-code) [second](#twice-1) [file](api.md) [elsewhere](api.md#gone) [web](https://a.example/b)

\`src/gone.ts\` \`src/server/config.ts\` \`src/**/*.ts\` \`npm run gone\` \`npm ci\` \`npm test -- votes\` \`npm run site -- gone\`

\`\`\`sh
npm run -s site -- edit 7 --gone 1 \\
  --price 2     # --nothing
npm run site -- COMMAND --help
npm run site -- check --json
\`\`\`

| Variable         | Meaning    |
| ---------------- | ---------- |
| \`ONE\`, \`TWO\` | \`THREE\`  |
`,
  );

  test('with faults is noticed', () => {
    expect(brokenLinks(sample)).toEqual(['gone.md', '#gone', 'api.md#gone']);
    expect(missingPaths(sample)).toEqual(['src/gone.ts']);
    expect(unknownScripts(sample)).toEqual(['gone']);
    expect(unknownCommands(sample).map(([name]) => name)).toEqual(['gone', 'edit']);
    expect(sample.firstColumns.get('Variable')).toEqual(['ONE', 'TWO']);
  });
});
