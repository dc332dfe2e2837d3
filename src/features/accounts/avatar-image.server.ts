import type { Db } from '../../server/db/database.ts';

/** The WebP picture with a digest that some member has; undefined when none does. */
export async function avatarImage(db: Db, digest: string): Promise<Buffer | undefined> {
  const row = await db.selectFrom('avatars').select('image').where('digest', '=', digest).limit(1).executeTakeFirst();
  return row?.image;
}

/** Digests of all pictures that members have uploaded. */
export async function avatarDigests(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('avatars').select('digest').distinct().orderBy('digest').execute();
  return rows.map(({ digest }) => digest);
}
