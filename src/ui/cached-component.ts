import { createComponent, isHTMLString, markHTMLString, renderComponent, type AstroComponentFactory } from 'astro/runtime/server/index.js';
import { LRUCache } from 'lru-cache';

/** The size of one component's cache, in characters of its properties and its HTML: several thousand cards of deals. */
const MOST_CHARACTERS = 16_000_000;

type Result = Parameters<typeof renderComponent>[0];
type Destination = Parameters<Awaited<ReturnType<typeof renderComponent>>['render']>[0];
/** HTML, or an instruction to Astro such as "this page needs the script of that directive". */
type Chunk = Parameters<Destination['write']>[0];

/** By the components that they render. */
const cachedComponents = new WeakMap<object, AstroComponentFactory>();

/**
 * Caches an Astro component's output by its properties, because the card of a deal is in several feeds and beside other deals.
 * Astro's instructions are cached as such, not as HTML, so that each page has the scripts of its islands once,
 * wherever its first island is.
 * @param component depends only on its properties, which are JSON, and has no slots; its islands must not use React's `useId`, which
 * depends on their number
 */
export function cachedComponent<Component extends object>(component: Component): Component {
  const made = cachedComponents.get(component);
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- kept under the component that it was made of
  if (made) return made as Component;
  const written = new LRUCache<string, Chunk[]>({ maxSize: MOST_CHARACTERS });

  const render = async (result: Result, props: object): Promise<Chunk[]> => {
    const chunks: Chunk[] = [];
    // Astro numbers the islands of a page. Here the numbers restart, so that cached output does not depend on earlier islands of a page.
    // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- has the prototype's properties
    const own = Object.create(result) as Result;
    const instance = await renderComponent(own, 'CachedComponent', component, { ...props });
    await instance.render({ write: (chunk) => void chunks.push(chunk) });
    return joined(chunks);
  };
  const cached = (result: Result, props: object) => {
    const key = JSON.stringify(props);
    const kept = written.get(key);
    return {
      async render(destination: Destination) {
        const chunks = kept ?? (await render(result, props));
        if (!kept) written.set(key, chunks, { size: key.length + charactersOf(chunks) });
        for (const chunk of chunks) destination.write(chunk);
      },
    };
  };
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- Astro's type says that a component returns a Response or HTML; it also takes what renders itself
  const factory = createComponent(cached as unknown as AstroComponentFactory);
  cachedComponents.set(component, factory);
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- `astro check` types components by their properties, Astro itself as factories
  return factory as unknown as Component;
}

/** The chunks with adjacent HTML joined. Texts that are appended one by one keep all their pieces, in several times the memory; joined at once they do not. */
function joined(chunks: Chunk[]): Chunk[] {
  const all: Chunk[] = [];
  let pieces: string[] = [];
  for (const chunk of [...chunks, undefined]) {
    const more = htmlOf(chunk);
    if (more) pieces.push(more);
    if (more !== undefined) continue;
    const marked: unknown = markHTMLString(pieces.join(''));
    if (pieces.length > 0 && isHTMLString(marked)) all.push(marked);
    pieces = [];
    if (chunk) all.push(chunk);
  }
  return all;
}

/** The HTML of a chunk that consists only of HTML; a slot's chunk may also contain instructions. */
function htmlOf(chunk: Chunk | undefined): string | undefined {
  if (typeof chunk === 'string') return chunk;
  return isHTMLString(chunk) && !('instructions' in chunk) ? chunk.toString() : undefined;
}

const charactersOf = (chunks: Chunk[]): number => chunks.reduce<number>((sum, chunk) => sum + (isHTMLString(chunk) ? chunk.length : 1), 1);
