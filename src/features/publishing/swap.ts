import type { PageFile } from './page-files.ts';
import type { PublishedFiles } from './page-log.ts';
import { append } from '../../lib/append.ts';

/** Addresses with the files that answer them from now on; undefined for those that are answered on demand. */
export type Swap = [address: string, file: PageFile | undefined][];

/** What making targets again changed (`differenceOf`). */
export interface Difference {
  swap: Swap;
  /** Files that nothing shows any more, with the targets and addresses that they had. */
  gone: { name: string; address: string; page: PageFile }[];
  /** The targets whose files are others than before. */
  targets: Record<string, PublishedFiles>;
}

/**
 * Compares what was made of targets with what was published of them before.
 * @param isShown whether the pages of a target, by its name, are shown already
 */
export function differenceOf(
  made: Iterable<[name: string, published: PublishedFiles]>,
  before: ReadonlyMap<string, PublishedFiles>,
  isShown: (name: string) => boolean,
): Difference {
  const difference: Difference = { swap: [], gone: [], targets: {} };
  const { swap, gone, targets } = difference;
  for (const [name, published] of made) {
    const old = before.get(name) ?? [];
    const now = new Map(published);
    for (const [address, page] of old) {
      if (now.has(address)) continue;
      swap.push([address, undefined]);
      gone.push({ name, address, page });
    }
    if (!isShown(name)) append(swap, published);
    const isSame = old.length === published.length && old.every(([address, page]) => now.get(address) === page);
    if (!isSame) targets[name] = published;
  }
  return difference;
}
