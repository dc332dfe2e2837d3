import { exportJWK, generateKeyPair } from 'jose';
import * as z from 'zod';
import { required } from '../../../lib/required.ts';
import type { Db } from '../../../server/db/database.ts';
import { addSetting, readSetting } from '../../../server/db/settings.ts';

const storedKeys = z.object({
  /** As browsers take it: the uncompressed point in base64url. */
  publicKey: z.string(),
  privateKey: z.looseObject({ kty: z.string() }),
});

/** The keys by which push services recognize the sender (VAPID, RFC 8292). Subscriptions are bound to the public key. */
export type PushKeys = z.output<typeof storedKeys>;

const SETTING = 'push_keys';

/** The site's keys, which are made when they are first asked for; all servers have the same. */
export async function pushKeys(db: Db): Promise<PushKeys> {
  const kept = await readSetting(db, SETTING);
  if (kept !== undefined) return storedKeys.parse(JSON.parse(kept));
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const made = await exportJWK(privateKey);
  const point = [made.x, made.y].map((part) => Buffer.from(required(part, 'a coordinate of the key'), 'base64url'));
  const keys = { publicKey: Buffer.concat([Buffer.of(4), ...point]).toString('base64url'), privateKey: made };
  await addSetting(db, SETTING, JSON.stringify(keys));
  return storedKeys.parse(JSON.parse(required(await readSetting(db, SETTING), 'the keys of pushes')));
}
