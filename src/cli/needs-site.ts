import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CannotStart } from '../server/cannot-start.ts';
import type { Config } from '../server/config.ts';
import type { CommandName } from './handlers/handlers.ts';

/** For each command that may create a site: the input field that is set when it writes instead of only showing. */
const BEGIN: Partial<Record<CommandName, string>> = {
  import: 'files',
  restore: 'file',
  shell: 'shell',
  text: 'text',
  synonyms: 'list',
  flag: 'value',
  'ab-tests': 'tests',
  partner: 'site',
};

/** Whether a command with this input may create a site. */
export function mayBegin(command: CommandName, input: object): boolean {
  const written = BEGIN[command];
  return written !== undefined && Reflect.get(input, written) !== undefined;
}

/**
 * Refuses commands that only read when the data folder has no site: they would create one, and a mistyped DATA_DIR would look like an empty
 * site.
 * @throws CannotStart naming the folder, and what to do
 */
export function requireSite({ dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>, command: CommandName, input: object): void {
  if (mayBegin(command, input)) return;
  if (existsSync(databaseUrl ? dataDir : join(dataDir, 'database'))) return;
  throw new CannotStart(
    `There is no site in ${dataDir}. Set DATA_DIR to the folder of your site, or make one there: npm start, or npm run site -- import FILE`,
  );
}
