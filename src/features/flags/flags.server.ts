import { z } from 'zod';
import type { Db } from '../../server/db/database.ts';
import { deleteSetting, readSetting, readSettings, writeSetting } from '../../server/db/settings.ts';

/** What a flag may be. */
export type FlagValue = string | number | boolean;

/** Each flag is a setting of its own, as JSON. */
const PREFIX = 'flag:';
const stored = z.union([z.string(), z.number(), z.boolean()]);
const readValue = (json: string): FlagValue => stored.parse(JSON.parse(json));

/** Names of flags, such as `nuxt-error-sample-rate`. */
export const flagName = z.string().regex(/^[a-z0-9][a-z0-9-]{0,59}$/, 'must be lowercase letters, digits and hyphens, 60 at most');

/** Parses the value of a flag: true, false, a number, or the text itself. */
export function flagValue(text: string): FlagValue {
  if (text === 'true' || text === 'false') return text === 'true';
  return /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,10})?$/.test(text) ? Number(text) : text;
}

/** All flags that are set, by their names, in the order of these. */
export async function readFlags(db: Db): Promise<Map<string, FlagValue>> {
  const settings = await readSettings(db, PREFIX);
  return new Map([...settings].map(([key, json]) => [key.slice(PREFIX.length), readValue(json)]));
}

/** A flag; undefined when it is not set. */
export async function readFlag(db: Db, name: string): Promise<FlagValue | undefined> {
  const json = await readSetting(db, PREFIX + name);
  return json === undefined ? undefined : readValue(json);
}

/** Sets a flag. @returns whether it is another value than before */
export const writeFlag = (db: Db, name: string, value: FlagValue): Promise<boolean> =>
  writeSetting(db, PREFIX + name, JSON.stringify(value));

/** Removes a flag. */
export const deleteFlag = (db: Db, name: string): Promise<void> => deleteSetting(db, PREFIX + name);
