import { access, constants, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Refused } from '../lib/refused.ts';
import { writeRefusal } from '../lib/write-refusal.ts';
import { readConfig } from '../server/config.ts';
import { FLAG, resolvePath, runCommand, TEXT, UsageError, type CommandLine } from './command-line.ts';
import { counted } from '../lib/counted.ts';
import type { WriteSharePictures } from '../features/publishing/static-copy.ts';

export const staticCommandLine: CommandLine = {
  usage: 'DIR [--purge FILE] [--share-pictures]',
  summary: 'copy the published files to a folder, for any web server, bucket or CDN',
  details: [
    'The first time, the folder must be empty or missing. Later, only what has changed is written, and what is no longer published is removed.',
    'Other files in it stay.',
  ],
  options: { purge: TEXT, 'share-pictures': FLAG },
  optionHelp: {
    purge: 'write the addresses that have changed, one per line, to purge them from a CDN',
    'share-pictures': 'also make the picture shown where a deal is shared, for each deal; the first time this takes a while',
  },
  async run({ positionals, values }) {
    const [given] = positionals;
    if (given === undefined || positionals.length > 1) throw new UsageError('static writes to one folder');
    const folder = resolvePath(given);
    const purge = typeof values['purge'] === 'string' ? resolvePath(values['purge']) : undefined;
    const { publishDir, siteUrl } = readConfig(process.env);
    // Imported here, because it loads the picture library, which no other command needs.
    const { copyPublishedFiles } = await import('../features/publishing/static-copy.ts');
    try {
      if (purge !== undefined) await requireWritable(purge, folder);
      const { written, removed, unchanged, changed } = await copyPublishedFiles(
        publishDir,
        folder,
        values['share-pictures'] === true ? writeSharePictures : undefined,
      );
      if (purge !== undefined) await writeFile(purge, changed.map((address) => `${siteUrl}${address}\n`).join('')).catch(refuse(purge));
      console.log(
        `Wrote ${counted(written, 'file')}, removed ${removed.toLocaleString('en-US')}, left ${unchanged.toLocaleString('en-US')} unchanged.`,
      );
      return 0;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      console.error(error.message);
      return 1;
    }
  },
};

/**
 * Checks, before copying, that the list of changes can be written, because a later copy would not list the same changes again.
 * @param folder that of the copy, which may yet have to be made
 * @throws Refused when the list cannot be written
 */
async function requireWritable(path: string, folder: string): Promise<void> {
  const there = await stat(path).catch(() => undefined);
  if (there?.isDirectory()) throw new Refused(`${path} is a folder; name a file in it`);
  if (!there && dirname(path) === folder) return;
  await access(there ? path : `${dirname(path)}/.`, constants.W_OK).catch(refuse(path));
}

const refuse = (path: string) => (error: unknown) => {
  throw writeRefusal(error, path, 'you');
};

const writeSharePictures: WriteSharePictures = async (deals, write) => {
  const code = await runCommand('share-pictures', { deals }, async ({ sharePicture }) => {
    if (sharePicture) await write(sharePicture.file, Buffer.from(sharePicture.png, 'base64'));
  });
  if (code !== 0) throw new Refused('The copy is not complete; repeat the command to go on with it.');
};
