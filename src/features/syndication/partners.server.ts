import { z } from 'zod';
import type { Context } from '../../server/context.ts';
import type { Db } from '../../server/db/database.ts';
import { addSetting, deleteSetting, readSetting, readSettings, writeSetting } from '../../server/db/settings.ts';
import { newToken } from '../../server/random-token.ts';

/** Another site that shows this one's deals. */
export interface Partner {
  /** Names it in addresses and in the report. */
  name: string;
  /** Origin of its site, which may frame its pages. */
  site: string;
  /** Paths of the feeds that it may show; null for all. */
  feeds: string[] | null;
  /** When its key was made, as an ISO date. */
  keyMadeAt: string;
}

/** Each partner is a setting of its own, as JSON. */
const PREFIX = 'partner:';
const stored = z.object({ site: z.string(), feeds: z.array(z.string()).nullable(), keyMadeAt: z.string(), keyHash: z.string() });
type Stored = z.infer<typeof stored>;
type Keyed = Pick<Context, 'db' | 'keyedHash' | 'clock'>;

const hashOf = ({ keyedHash }: Pick<Context, 'keyedHash'>, key: string) => keyedHash(`partner ${key}`);

/** Names of partners, such as `blog`. */
export const partnerName = z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'must be lowercase letters, digits and hyphens, 40 at most');

/** The origin of a partner's site; undefined for an invalid one, or one that a header cannot hold. */
export function siteOrigin(text: string): string | undefined {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.pathname !== '/' || url.search || url.hash)
    return undefined;
  return /^https?:\/\/[a-z0-9.-]+(?::\d+)?$/.test(url.origin) ? url.origin : undefined;
}

/**
 * Adds a partner.
 * @returns its key, which is stored nowhere; undefined when there is a partner of this name
 */
export async function addPartner(context: Keyed, { name, site, feeds }: Omit<Partner, 'keyMadeAt'>): Promise<string | undefined> {
  const key = newToken();
  const made: Stored = { site, feeds, keyMadeAt: context.clock().toISOString(), keyHash: hashOf(context, key) };
  return (await addSetting(context.db, PREFIX + name, JSON.stringify(made))) ? key : undefined;
}

/**
 * Gives a partner a new key, which ends the old one at once.
 * @returns the key; undefined when there is no such partner
 */
export async function renewPartner(context: Keyed, name: string): Promise<string | undefined> {
  const json = await readSetting(context.db, PREFIX + name);
  if (json === undefined) return undefined;
  const key = newToken();
  const renewed: Stored = { ...stored.parse(JSON.parse(json)), keyMadeAt: context.clock().toISOString(), keyHash: hashOf(context, key) };
  await writeSetting(context.db, PREFIX + name, JSON.stringify(renewed));
  return key;
}

/** Removes a partner, with its key. @returns whether there was one */
export async function removePartner(db: Db, name: string): Promise<boolean> {
  const isThere = (await readSetting(db, PREFIX + name)) !== undefined;
  await deleteSetting(db, PREFIX + name);
  return isThere;
}

/** All partners, in the order of their names. */
export const readPartners = async (db: Db): Promise<Partner[]> => (await readStored(db)).map(({ keyHash: _, ...partner }) => partner);

/** The partner whose key this is; undefined for any other text. */
export async function partnerWithKey(context: Pick<Context, 'db' | 'keyedHash'>, key: string): Promise<Partner | undefined> {
  const hash = hashOf(context, key);
  return (await readStored(context.db)).find(({ keyHash }) => keyHash === hash);
}

async function readStored(db: Db): Promise<(Partner & { keyHash: string })[]> {
  const settings = await readSettings(db, PREFIX);
  return [...settings].map(([key, json]) => ({ name: key.slice(PREFIX.length), ...stored.parse(JSON.parse(json)) }));
}
