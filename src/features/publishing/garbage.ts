import { removePage, removeUnusedPages, type PageFile } from './page-files.ts';

/** How long a file that was replaced stays for those who are about to read it. */
const GRACE_MS = 30_000;

/** Files of a release that no page refers to any more, until they are removed. */
export class Garbage {
  readonly #release: string;
  #files: { file: PageFile; only?: '.br'; at: number }[] = [];
  #isSwept = false;

  /** @param release its folder */
  constructor(release: string) {
    this.#release = release;
  }

  /** Has a file removed after a while. @param only one of its forms, where the others stay */
  add(file: PageFile, only?: '.br'): void {
    this.#files.push({ file, at: Date.now() + GRACE_MS, ...(only && { only }) });
  }

  /**
   * Removes what is due; the first time also what a process that was killed left behind.
   * @param used gives the files that pages refer to, by their names
   */
  async remove(used: () => Map<string, PageFile>): Promise<void> {
    if (!this.#isSwept) {
      this.#isSwept = true;
      await removeUnusedPages(this.#release, used());
    }
    const now = Date.now();
    const due = this.#files.filter(({ at }) => at <= now);
    if (due.length === 0) return;
    this.#files = this.#files.filter(({ at }) => at > now);
    const kept = used();
    for (const { file, only } of due) {
      const again = kept.get(file.file);
      if (!again) await removePage(this.#release, file);
      else if (only && again.pressed) await removePage(this.#release, file, only);
    }
  }
}
