import type { CommandResult } from '../../lib/command-result.ts';
import { Refused } from '../../lib/refused.ts';
import { textDiff } from '../../server/text-diff.ts';
import type { Context } from '../../server/context.ts';
import { textPath, type TextName } from './text-names.ts';
import { addVersion, currentText, textVersion } from './versions.server.ts';
import { checkText } from './text-problems.server.ts';

interface SaveOptions {
  dryRun: boolean;
  /** The version that was edited; if another one is shown by now, nothing is saved. */
  base?: string | undefined;
  /** Returns those of the paths that do not exist on this site. */
  findBroken(paths: string[]): Promise<string[]>;
}

type Saving = Pick<Context, 'db' | 'config' | 'clock'>;

/**
 * Saves a text as its newest version. Its page follows by the journal.
 * @param typed Markdown with front matter; with line breaks of any system
 * @returns what is different, as a diff
 * @throws Refused with every problem
 */
export async function saveText(
  context: Saving,
  name: TextName,
  typed: string,
  { dryRun, base, findBroken }: SaveOptions,
): Promise<CommandResult> {
  const markdown = normalized(typed);
  const { problems, ownLinks } = checkText(markdown);
  const broken = new Set(await findBroken(ownLinks.map(({ path }) => path)));
  const leadingNowhere = ownLinks
    .filter(({ path }) => broken.has(path))
    .map(({ path, line }) => `Line ${line}: ${path} leads nowhere on this site. If another program answers it, write the whole address.`);
  if (problems.length + leadingNowhere.length > 0) throw new Refused(...problems, ...leadingNowhere, STAYS);
  return addNext(context, name, markdown, { dryRun, base });
}

/**
 * Shows an older version again, as a new one.
 * @param version 0 for the text that Magpie brings
 * @returns what is different, as a diff
 * @throws Refused when there is no such version
 */
export async function restoreText(
  context: Saving,
  name: TextName,
  version: number,
  { dryRun }: Pick<SaveOptions, 'dryRun'>,
): Promise<CommandResult> {
  const old = await textVersion(context.db, name, version);
  if (!old) throw new Refused(`There is no version ${version} of ${name}. See: npm run site -- text history ${name}`);
  return addNext(context, name, old.isDefault ? null : old.markdown, { dryRun });
}

const STAYS = 'The text was not changed.';

const normalized = (typed: string) =>
  `${typed
    .replace(/^\uFEFF/, '')
    .replaceAll(/\r\n?/g, '\n')
    .trimEnd()}\n`;

async function addNext(
  { db, config, clock }: Saving,
  name: TextName,
  markdown: string | null,
  { dryRun, base }: Omit<SaveOptions, 'findBroken'>,
): Promise<CommandResult> {
  const before = await currentText(db, name);
  const after = markdown ?? (await textVersion(db, name, 0))?.markdown ?? '';
  if (base !== undefined && base !== before.markdown) throw new Refused(`Somebody else has changed this text in the meantime. ${STAYS}`);
  const isSame = before.markdown === after && (markdown !== null || before.isDefault);
  if (isSame) return { messages: [`${name} is the same as before.`], changed: false };
  const diff = textDiff(before.markdown, after);
  if (dryRun) return { messages: [diff, 'Nothing was saved: this was a dry run.'], changed: false };
  const version = before.version + 1;
  const isAdded = await addVersion(db, { name, version, markdown, savedAt: clock() });
  if (!isAdded) throw new Refused(`Somebody else has saved another text at the same time. ${STAYS}`);
  const where = after === '' ? 'The page is gone' : `It is shown at ${config.siteUrl}${textPath(name)}`;
  return { messages: [diff, `Saved as version ${version}. ${where}.`], changed: true };
}
