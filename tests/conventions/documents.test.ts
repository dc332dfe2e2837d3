import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, normalize, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { COMMANDS } from '../../src/cli/commands.ts';
import { readConfig } from '../../src/server/config.ts';
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
    expect(found(brokenLinks)).toEqual([]);
  });

  test('name files that exist', () => {
    expect(found(missingPaths)).toEqual([]);
  });

  test('name scripts of package.json', () => {
    expect(found(unknownScripts)).toEqual([]);
  });

  test('name commands and options that exist', () => {
    expect(found(unknownCommands)).toEqual([]);
  });

  test('of editing have every command', () => {
    const described = new Set(siteCommands(byPath.get('docs/editing.md')!.code).map(([name]) => name));
    expect(Object.keys(COMMANDS).filter((name) => !described.has(name))).toEqual([]);
  });

  test('of operations have every setting, and no other', () => {
    expect(byPath.get('docs/operations.md')!.firstColumns.get('Variable')?.toSorted()).toEqual(settings());
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
    expect(incomplete.map(({ path }) => path)).toEqual([]);
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
