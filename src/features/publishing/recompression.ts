import type { Garbage } from './garbage.ts';
import { recompressPage, type PageFile } from './page-files.ts';
import type { PageLog } from './page-log.ts';

interface Options {
  /** Folder of the release. */
  release: string;
  log: PageLog;
  garbage: Garbage;
}

/** What came of a page: `page` is undefined when it was made anew meanwhile. */
interface Recompressed {
  target: string;
  address: string;
  page: PageFile | undefined;
}

/** Page targets with pages that are not yet as small as they get, until they are. */
export class Recompression {
  readonly #options: Options;
  readonly #waiting = new Set<string>();

  constructor(options: Options) {
    this.#options = options;
    for (const name of options.log.targets.keys()) this.#waiting.add(name);
  }

  add(name: string): void {
    this.#waiting.add(name);
  }

  /**
   * Compresses the next page as small as it gets, and notes it in the log.
   * @param isMade whether the pages of a target are being made anew: they are left alone
   * @returns undefined when there is none
   */
  async next(isMade: (name: string) => boolean): Promise<Recompressed | undefined> {
    const { release, log, garbage } = this.#options;
    for (const target of this.#waiting) {
      if (isMade(target)) continue;
      const found = log.targets.get(target)?.find(([, page]) => !page.pressed);
      if (!found) {
        this.#waiting.delete(target);
        continue;
      }
      const [address, before] = found;
      const page = await recompressPage(release, before);
      const now = log.targets.get(target) ?? [];
      const at = now.findIndex(([, each]) => each === before);
      // What is being made anew may be shown already though the log knows only what was before.
      if (at === -1 || isMade(target)) {
        garbage.add(page);
        return { target, address, page: undefined };
      }
      log.add({ places: { [target]: now.with(at, [address, page]) } });
      garbage.add(before, '.br');
      return { target, address, page };
    }
    return undefined;
  }
}
