import type MarkdownIt from 'markdown-it';
import { memberPath } from '../../lib/community-paths.ts';

/** Members that a text may mention: their names in lower case, with their ids. */
export type Mentioned = Record<string, number>;

/** So many members a comment mentions; what is more is text. */
const MOST_MENTIONED = 10;

/** A name and what may be the end of a sentence after it; names have letters, digits, dot, hyphen and underscore. */
const NAMED = /@([A-Za-z0-9._-]{3,30})/y;
/** What a name does not follow: the middle of a word, an address or another name. */
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

/** The longest beginning of a text that is a member's name; what is left of it is punctuation. */
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
