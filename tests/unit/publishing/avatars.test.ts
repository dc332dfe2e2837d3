import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Db } from '../../../src/server/db/database.ts';
import { onDatabase } from '../../support/databases.ts';
import { publishedCatalogue } from '../../support/published-catalogue.ts';
import { answerOf, differing, frozenContext, usePublishing } from '../../support/publishing.ts';

const publishing = usePublishing();

/** Gives a member a picture of their own; undefined takes it away. @returns its address */
async function wear(db: Db, username: string, image: Buffer | undefined): Promise<string> {
  const { user_id } = await db.selectFrom('members').select('user_id').where('username', '=', username).executeTakeFirstOrThrow();
  await db.deleteFrom('avatars').where('user_id', '=', user_id).execute();
  if (!image) return '';
  const digest = createHash('sha256').update(image).digest('hex');
  await db.insertInto('avatars').values({ user_id, digest, image }).execute();
  return `/profile/avatar/${digest}.webp`;
}

onDatabase('pictures of members', (open) => {
  test('are published while somebody has them, and go with the last one who had them', async () => {
    const { db } = await open();
    const context = frozenContext(db);
    await publishedCatalogue(context, 12);
    for (const username of ['ann', 'ben'])
      await db
        .insertInto('members')
        .values({ user_id: username === 'ann' ? 901 : 902, username, source: 'tests', source_id: username, joined_at: new Date(0) })
        .onConflict((oc) => oc.doNothing())
        .execute();
    const release = await publishing.open(context);
    await release.settle();

    const image = Buffer.from('RIFF, and what else a picture is made of');
    const address = await wear(db, 'ann', image);
    await wear(db, 'ben', image);
    await release.settle();
    expect(answerOf(release, address)).toEqual(image);
    expect(release.shown.get(address)).toMatchObject({ type: 'image/webp', cacheControl: 'public, max-age=31536000, immutable' });

    await wear(db, 'ann', undefined);
    await release.settle();
    expect(answerOf(release, address)).toEqual(image);
    await wear(db, 'ben', Buffer.from('another picture'));
    await release.settle();
    expect(release.shown.has(address)).toBe(false);

    const anew = await publishing.open(context);
    await anew.settle();
    expect(differing(release, anew)).toEqual([]);
  });
});
