import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openKeptPictures } from '../../../src/server/kept-pictures.ts';

const END = Buffer.from([0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82]);
/** A picture of 100 bytes, as far as anybody looks. */
const picture = (letter: string) => Buffer.concat([Buffer.alloc(100 - END.length, letter), END]);

let folder: string;
let rendered: string[];
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'magpie-pictures-')), 'pictures');
  rendered = [];
});
afterEach(() => rm(join(folder, '..'), { recursive: true }));

const open = (more = {}) => openKeptPictures(folder, { mostBytes: 1_000, mostWaiting: 100, ...more });
const rendering = (letter: string) => async () => {
  rendered.push(letter);
  return picture(letter);
};

describe('a picture', () => {
  test('is rendered once, however many ask for it at once, and is its owner’s alone', async () => {
    const pictures = open();
    const got = await Promise.all(Array.from({ length: 50 }, () => pictures.get('7', 'a', rendering('a'))));
    expect(got.map((bytes) => Buffer.from(bytes!))).toEqual(Array.from({ length: 50 }, () => picture('a')));
    expect(await pictures.get('7', 'a', rendering('a'))).toEqual(picture('a'));
    expect(rendered).toEqual(['a']);
    const modes = await Promise.all([folder, join(folder, '7-a.png')].map(async (path) => (await stat(path)).mode & 0o777));
    expect(modes).toEqual([0o700, 0o600]);
  });

  test('survives a restart, but not the half of a file that a killed process left', async () => {
    await open().get('7', 'a', rendering('a'));
    await writeFile(join(folder, '.8'), 'half');
    await writeFile(join(folder, '9-b.png'), picture('b').subarray(0, 50));
    const pictures = open();
    expect(await pictures.get('7', 'a', rendering('a'))).toEqual(picture('a'));
    expect(await pictures.get('9', 'b', rendering('b'))).toEqual(picture('b'));
    expect(rendered).toEqual(['a', 'b']);
    expect((await readdir(folder)).sort()).toEqual(['7-a.png', '9-b.png']);
  });

  test('comes again once the folder can be made that could not be made before', async () => {
    await writeFile(folder, 'in the way');
    const pictures = open();
    await expect(pictures.get('7', 'a', rendering('a'))).rejects.toThrow('EEXIST');
    await expect(pictures.drop('7')).rejects.toThrow('EEXIST');
    await rm(folder);
    expect(await pictures.get('7', 'a', rendering('a'))).toEqual(picture('a'));
    expect(await readdir(folder)).toEqual(['7-a.png']);
  });

  test('takes the place of the one before, and goes with its subject', async () => {
    const pictures = open();
    await pictures.get('7', 'a', rendering('a'));
    await pictures.get('7', 'b', rendering('b'));
    await pictures.drop('8');
    expect(await readdir(folder)).toEqual(['7-b.png']);
    await pictures.drop('7');
    expect(await readdir(folder)).toEqual([]);
  });

  test('goes when there is no room for all, the one that nobody asked for longest first, also after a restart', async () => {
    const first = open({ mostBytes: 300 });
    for (const subject of ['1', '2', '3']) await first.get(subject, 'a', rendering(subject));
    await first.get('1', 'a', rendering('1'));
    await first.get('4', 'a', rendering('4'));
    await first.drop('none');
    expect((await readdir(folder)).sort()).toEqual(['1-a.png', '3-a.png', '4-a.png']);
    for (const [index, subject] of ['4', '1', '3'].entries()) await utimes(join(folder, `${subject}-a.png`), index + 1, index + 1);
    const second = open({ mostBytes: 200 });
    await second.drop('none');
    expect((await readdir(folder)).sort()).toEqual(['1-a.png', '3-a.png']);
  });

  test('that cannot be rendered is tried again by who asks next', async () => {
    const pictures = open();
    const failing = () => Promise.reject(new Error('no picture'));
    await expect(pictures.get('7', 'a', failing)).rejects.toThrow('no picture');
    expect(await pictures.get('7', 'a', rendering('a'))).toEqual(picture('a'));
  });
});

describe('pictures', () => {
  test('are rendered one at a time, and no more wait than may', async () => {
    const pictures = open({ mostWaiting: 2 });
    let atOnce = 0;
    let most = 0;
    const { promise: gate, resolve: go } = Promise.withResolvers<undefined>();
    const slow = async () => {
      most = Math.max(most, (atOnce += 1));
      await gate;
      atOnce -= 1;
      return picture('x');
    };
    await pictures.drop('none');
    const asked = ['1', '2', '3', '4', '5'].map((subject) => pictures.get(subject, 'a', slow));
    expect(await Promise.race(asked)).toBeUndefined();
    go(undefined);
    const got = await Promise.all(asked);
    expect(got.filter((bytes) => bytes !== undefined)).toHaveLength(3);
    expect(most).toBe(1);
  });
});
