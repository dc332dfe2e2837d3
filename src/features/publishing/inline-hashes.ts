import { createHash } from 'node:crypto';

const SCRIPT = /<script(?![^>]*\s(?:src=|type="application\/))[^>]*>([\s\S]*?)<\/script>/g;
const STYLE = /<style[^>]*>([\s\S]*?)<\/style>/g;

/** Collects the scripts and styles that are inside pages, as a Content-Security-Policy names them. */
export class InlineHashes {
  readonly #scripts = new Map<string, string>();
  readonly #styles = new Map<string, string>();

  add(html: string): void {
    collect(html, SCRIPT, this.#scripts);
    collect(html, STYLE, this.#styles);
  }

  found(): { scripts: string[]; styles: string[] } {
    return { scripts: [...this.#scripts.values()].toSorted(), styles: [...this.#styles.values()].toSorted() };
  }
}

/** Hashes each text once: thousands of pages hold the same few. */
function collect(html: string, pattern: RegExp, into: Map<string, string>): void {
  for (const [, text] of html.matchAll(pattern))
    if (text !== undefined && !into.has(text)) into.set(text, `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
}
