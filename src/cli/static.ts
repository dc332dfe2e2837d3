import { writeFile } from 'node:fs/promises';
import { Refused } from '../lib/refused.ts';
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
    const [folder] = positionals;
    if (folder === undefined || positionals.length > 1) throw new UsageError('static writes to one folder');
    const { publishDir, siteUrl } = readConfig(process.env);
    // It loads what pictures are made with, and no other command needs that.
    const { copyPublishedFiles } = await import('../features/publishing/static-copy.ts');
    try {
      const { written, removed, unchanged, changed } = await copyPublishedFiles(
        publishDir,
        resolvePath(folder),
        values['share-pictures'] === true ? writeSharePictures : undefined,
      );
      if (typeof values['purge'] === 'string')
        await writeFile(resolvePath(values['purge']), changed.map((address) => `${siteUrl}${address}\n`).join(''));
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

const writeSharePictures: WriteSharePictures = async (deals, write) => {
  const code = await runCommand('share-pictures', { deals }, async ({ sharePicture }) => {
    if (sharePicture) await write(sharePicture.file, Buffer.from(sharePicture.png, 'base64'));
  });
  if (code !== 0) throw new Refused('The copy is not complete; repeat the command to go on with it.');
};
