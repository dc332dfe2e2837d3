import type { CommandResult } from '../../lib/command-result.ts';
import { Refused } from '../../lib/refused.ts';
import { textDiff } from '../../server/text-diff.ts';
import type { Context } from '../../server/context.ts';
import { acquireLock } from '../../server/db/advisory-locks.ts';
import { noteEverything } from '../../server/db/changes.ts';
import type { Db } from '../../server/db/database.ts';
import { readSetting, writeSetting } from '../../server/db/settings.ts';
import { noteAddresses } from '../pictures/note-pictures.server.ts';
import { foreignPictures } from './own-pictures.ts';
import { DEFAULT_SHELL } from './default-shell.ts';
import { reversedBanners, savedBanners, unknownSponsors } from './check-banners.server.ts';
import { parseShellFile, shellFile, shellProblems, type ShellFile } from './shell-file.ts';

/** Key of the setting that keeps what editors decided of header, footer and banners, as JSON. */
export const SHELL_SETTING = 'shell';

/** The shell of a stored setting; the default where nothing is stored, or where the setting of an earlier version cannot be read. */
export function readShell(stored: string | null | undefined): ShellFile {
  const read = stored == null ? undefined : shellFile.safeParse(JSON.parse(stored));
  return read?.success ? read.data : DEFAULT_SHELL;
}

/** Addresses of foreign pictures that header, footer and banners name. */
export const shellPictures = async (db: Db): Promise<string[]> => foreignPictures(readShell(await readSetting(db, SHELL_SETTING)));

/** The shell as editors edit it. */
export const shellText = async (db: Db): Promise<string> => textOf(readShell(await readSetting(db, SHELL_SETTING)));

/** Fields always have the same order, so that a diff shows only real differences. */
const textOf = (shell: ShellFile) => `${JSON.stringify(shellFile.parse(shell), null, 2)}\n`;

interface SaveOptions {
  dryRun: boolean;
  /** The text that was edited, as `shellText` returned it; if the stored text differs by now, nothing is saved. */
  base?: string | undefined;
}

/**
 * Saves header, footer and banners, all or nothing. All pages are published again if more than banners has changed.
 * @param text JSON
 * @returns what is different, as a diff
 * @throws Refused with every problem
 */
export async function saveShell(context: Context, text: string, { dryRun, base }: SaveOptions): Promise<CommandResult> {
  const { db } = context;
  const shell = parseShell(text);
  // What is stored already is read all the same: else the whole shell would be the default.
  const reversed = reversedBanners(shell, context);
  if (reversed.length > 0) throw new Refused(...reversed, NOT_CHANGED);
  const after = textOf(shell);
  return db.transaction().execute(async (transaction) => {
    // Of two who save at once, the second sees what the first has saved.
    await acquireLock(transaction, 'shell');
    const before = await shellText(transaction);
    if (base !== undefined && base !== before)
      throw new Refused('Somebody else has changed the header, footer or banners in the meantime. Nothing was saved.');
    if (before === after) return { messages: ['Header, footer and banners are the same as before.'], changed: false };
    const diff = textDiff(before, after);
    const unknown = await unknownSponsors(transaction, shell);
    if (dryRun) return { messages: [diff, ...unknown, 'Nothing was saved: this was a dry run.'], changed: false };
    await writeSetting(transaction, SHELL_SETTING, after);
    await noteAddresses(transaction, foreignPictures(readShell(after)));
    if (withoutBanners(before) === withoutBanners(after))
      return { messages: [diff, ...unknown, savedBanners(shell, context)], changed: false };
    await noteEverything(transaction);
    return { messages: [diff, ...unknown, 'Saved. All pages are being published again, those that are read most first.'], changed: true };
  });
}

const NOT_CHANGED = 'Header, footer and banners were not changed.';

/** Banners are loaded by a separate call, so they are not part of published pages. */
const withoutBanners = (text: string) => JSON.stringify({ ...parseShell(text), banners: [] });

function parseShell(text: string): ShellFile {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Refused(`The file is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  const read = parseShellFile(value);
  if (!read.success) throw new Refused(...shellProblems(read.error), NOT_CHANGED);
  return read.data;
}
