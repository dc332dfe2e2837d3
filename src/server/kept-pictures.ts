import { LRUCache } from 'lru-cache';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { once } from '../lib/once.ts';

/** A cache of PNG pictures in a folder, which are rendered on request, one at a time; of each subject only the newest is kept. */
export interface KeptPictures {
  /**
   * The picture of a subject, from the cache or rendered; concurrent requests share one rendering.
   * @param subject letters and digits
   * @param digest of what the picture shows, in base64url; a picture with another digest replaces the cached one
   * @returns undefined when too many others wait to be rendered
   */
  get(subject: string, digest: string, render: () => Promise<Uint8Array>): Promise<Uint8Array | undefined>;
  /** Removes the picture of a subject that is not shown any more. */
  drop(subject: string): Promise<void>;
}

interface Options {
  /** The most bytes of all pictures together; the least recently requested are deleted first. */
  mostBytes: number;
  /** How many may wait to be rendered. */
  mostWaiting: number;
}

interface Kept {
  digest: string;
  size: number;
}

const NAME = /^([^-.]+)-([\w-]+)\.png$/;
/** The end of every complete PNG; after a power failure, a file may be incomplete. */
const END = Buffer.from([0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82]);

/** Opens the cache in a folder, which is created and scanned on the first request; nothing else writes into it. */
export function openKeptPictures(folder: string, { mostBytes, mostWaiting }: Options): KeptPictures {
  const inTurn = pLimit(1);
  const rendering = new Map<string, Promise<Uint8Array>>();
  let removed = Promise.resolve();
  const pathOf = (subject: string, digest: string) => join(folder, `${subject}-${digest}.png`);
  const remove = (subject: string, digest: string) =>
    (removed = removed.then(() => rm(pathOf(subject, digest), { force: true })).catch((error: unknown) => console.error(error)));
  const kept = new LRUCache<string, Kept>({
    maxSize: mostBytes,
    sizeCalculation: ({ size }) => size,
    noDisposeOnSet: true,
    dispose: ({ digest }, subject) => void remove(subject, digest),
  });

  const open = once(async () => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const found = await Promise.all((await readdir(folder)).map(async (name) => ({ name, ...(await fileOf(join(folder, name))) })));
    for (const { name, size } of found.toSorted((a, b) => a.changed - b.changed)) {
      const [, subject, digest] = NAME.exec(name) ?? [];
      // Incomplete files of a process that was killed, and files with other names, are deleted.
      if (subject === undefined || digest === undefined || size === 0) await rm(join(folder, name), { recursive: true });
      else note(subject, { digest, size });
    }
  });
  const note = (subject: string, picture: Kept) => {
    const before = kept.peek(subject);
    kept.set(subject, picture);
    if (before && before.digest !== picture.digest) void remove(subject, before.digest);
  };

  const read = async (subject: string, digest: string): Promise<Uint8Array | undefined> => {
    if (kept.get(subject)?.digest !== digest) return undefined;
    const picture = await readFile(pathOf(subject, digest)).catch(() => undefined);
    return picture?.subarray(-END.length).equals(END) ? picture : undefined;
  };
  const write = async (subject: string, digest: string, picture: Uint8Array) => {
    await removed;
    const path = pathOf(subject, digest);
    const part = join(folder, `.${subject}`);
    await writeFile(part, picture, { mode: 0o600 });
    await rename(part, path);
    note(subject, { digest, size: picture.length });
  };

  return {
    async get(subject, digest, render) {
      await open();
      const found = await read(subject, digest);
      if (found) return found;
      const key = pathOf(subject, digest);
      const underWay = rendering.get(key);
      if (underWay) return underWay;
      if (inTurn.pendingCount >= mostWaiting) return undefined;
      const rendered = inTurn(async () => {
        const picture = await render();
        // The picture is returned even if the disk is full.
        await write(subject, digest, picture).catch((error: unknown) => console.error(error));
        return picture;
      }).finally(() => rendering.delete(key));
      rendering.set(key, rendered);
      return rendered;
    },
    async drop(subject) {
      await open();
      kept.delete(subject);
      await removed;
    },
  };
}

async function fileOf(path: string): Promise<{ size: number; changed: number }> {
  const { size, mtimeMs } = await stat(path);
  return { size, changed: mtimeMs };
}
