import type { Db } from '../../server/db/database.ts';
import { photoOf, type Photo } from './photo.ts';

/** Names of a picture's copies; none when no picture has the digest any more. */
export async function copyNames(db: Db, digest: string): Promise<string[]> {
  const rows = await db.selectFrom('picture_files').select('name').where('digest', '=', digest).orderBy('name').execute();
  return rows.map(({ name }) => name);
}

/** A copy of a picture; undefined when there is none of the name. */
export async function copyOf(db: Db, digest: string, name: string): Promise<Buffer | undefined> {
  const row = await db.selectFrom('picture_files').select('bytes').where('digest', '=', digest).where('name', '=', name).executeTakeFirst();
  return row?.bytes;
}

/** Digests of all pictures that are stored. */
export async function pictureDigests(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('pictures').select('digest').distinct().where('digest', 'is not', null).orderBy('digest').execute();
  return rows.flatMap(({ digest }) => digest ?? []);
}

/** What is stored of these addresses. */
export async function storedPhotos(db: Db, addresses: string[]): Promise<Map<string, Photo>> {
  if (addresses.length === 0) return new Map();
  const rows = await db
    .selectFrom('pictures')
    .select(['address', 'digest', 'width', 'height', 'widths'])
    .where('address', 'in', addresses)
    .execute();
  return new Map(
    rows.flatMap((row) => {
      const photo = photoOf(row);
      return photo ? [[row.address, photo]] : [];
    }),
  );
}
