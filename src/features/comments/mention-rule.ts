import type MarkdownIt from 'markdown-it';
import { memberPath } from '../../lib/community-paths.ts';

/** Members that a text may mention: their names in lower case, with their ids. */
export type Mentioned = Record<string, number>;

/** A comment mentions at most so many members; further names are plain text. */
const MOST_MENTIONED = 10;

/** A name, possibly with punctuation at its end; names consist of letters, digits, dots, hyphens and underscores. */
const NAMED = /@([A-Za-z0-9._-]{3,30})/y;
/** Characters that a mention does not follow: it would be inside a word, an address or another name. */
const INSIDE = /[\p{L}\p{N}@/._-]/u;

interface Env {
  mentioned?: Mentioned | null;
  /** Members that the text has mentioned so far. */
  counted?: Set<number>;
}

/** Makes names of members, as in "@ada", links to their pages; not in code, and not in links. */
export function mentions(markdown: InstanceType<typeof MarkdownIt>): void {
  markdown.inline.ruler.before('link', 'mention', (state, silent) => {
    const { src, pos } = state;
    if (src[pos] !== '@' || state.linkLevel > 0 || (pos > 0 && INSIDE.test(src[pos - 1] ?? ''))) return false;
    // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- markdown-it hands on what `parseComment` gives, untyped
    const env = state.env as Env;
    if (!env.mentioned) return false;
    NAMED.lastIndex = pos;
    const found = memberIn(NAMED.exec(src)?.[1] ?? '', env.mentioned);
    if (!found || !isCounted(env, found.userId)) return false;
    if (!silent) {
      const link = state.push('link_open', 'a', 1);
      link.attrs = [['href', memberPath(found.userId)]];
      link.meta = { userId: found.userId };
      state.push('text', '', 0).content = `@${found.name}`;
      state.push('link_close', 'a', -1);
    }
    state.pos += found.name.length + 1;
    return true;
  });
}

/** The longest prefix of a text that is a member's name, where only punctuation follows. */
function memberIn(text: string, mentioned: Mentioned): { name: string; userId: number } | undefined {
  for (let name = text; name !== ''; name = name.slice(0, -1)) {
    const userId = Object.hasOwn(mentioned, name.toLowerCase()) ? mentioned[name.toLowerCase()] : undefined;
    if (userId !== undefined) return { name, userId };
    if (!/[._-]$/.test(name)) return undefined;
  }
  return undefined;
}

function isCounted(env: Env, userId: number): boolean {
  const counted = (env.counted ??= new Set());
  if (counted.has(userId)) return true;
  if (counted.size >= MOST_MENTIONED) return false;
  counted.add(userId);
  return true;
}
