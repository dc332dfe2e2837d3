import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, extname, join, normalize, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');

/** A file that another one names. */
interface Import {
  /** Path below the project for the project's own files, else the specifier: `src/lib/slug.ts`, `node:fs`, `zod`. */
  to: string;
  /** Whether only types are taken, which is gone when the code runs. */
  typeOnly: boolean;
  /** Whether it is loaded when the code asks for it, and not with the file. */
  isLazy: boolean;
}

export interface Source {
  /** Path below the project, such as `src/lib/slug.ts`. */
  path: string;
  text: string;
  lines: number;
  imports: Import[];
}

/** The source files that match glob patterns. */
export function sources(...patterns: string[]): Source[] {
  return globSync(patterns, { cwd: ROOT, exclude: (name) => name === 'node_modules' })
    .filter((path) => /\.(astro|js|mjs|scss|ts|tsx)$/.test(path))
    .toSorted()
    .map((path) => {
      const text = readFileSync(join(ROOT, path), 'utf8');
      return { path, text, lines: text.trimEnd().split('\n').length, imports: path.endsWith('.scss') ? [] : importsOf(path, text) };
    });
}

const STATEMENT = /^\s*(?:import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?['"]([^'"]+)['"]/gm;
const EXPRESSION = /\bimport\(\s*['"]([^'"]+)['"]\s*\)|new URL\(\s*['"](\.[^'"]+)['"],\s*import\.meta\.url\)/g;

/** A source text without its block comments. */
export const codeOf = (text: string) => text.replace(/\/\*[\s\S]*?\*\//g, '');

function importsOf(path: string, text: string): Import[] {
  const code = codeOf(text);
  const found: Import[] = [];
  for (const [, type, name] of code.matchAll(STATEMENT))
    found.push({ to: target(path, name!), typeOnly: type !== undefined, isLazy: false });
  for (const [, name, beside] of code.matchAll(EXPRESSION))
    found.push({ to: target(path, (name ?? beside)!), typeOnly: false, isLazy: true });
  return found;
}

function target(from: string, specifier: string): string {
  const bare = specifier.replace(/\?.*$/, '');
  if (!bare.startsWith('.')) return bare;
  const path = normalize(join(dirname(from), bare));
  return extname(path) || existsSync(join(ROOT, path)) ? path : `${path}.ts`;
}

/** The layer a file belongs to: the folder of `src` it lies in, or its own name where it lies in none. */
export function layerOf(path: string): string {
  return /^src\/([^/]+)/.exec(path)?.[1] ?? '';
}

/** The feature a file belongs to. */
export function featureOf(path: string): string | undefined {
  return /^src\/features\/([^/]+)\//.exec(path)?.[1];
}
