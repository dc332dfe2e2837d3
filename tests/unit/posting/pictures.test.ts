import { expect, test } from 'vitest';
import { loadOwnPosts } from '../../../src/features/posting/own-posts.server.ts';
import { onDatabase } from '../../support/databases.ts';
import { establishedMember } from '../../support/moderation.ts';
import { catalogueToPostIn, LAMP, post } from '../../support/posting.ts';
import { required } from '../../../src/lib/required.ts';

onDatabase('the picture of a deal', (open) => {
  test('that was given up is told its poster, of what waits, too', async () => {
    const context = await catalogueToPostIn(open);
    const ada = await establishedMember(context);
    const image = (name: string) => `https://north-mart.example/${name}.jpg`;
    const elsewhere = { url: 'https://new-shop.example/lamp' };
    const typed: Record<string, string>[] = [
      { image: image('gone') },
      { image: image('wanted') },
      {},
      { ...elsewhere, image: image('gone') },
      elsewhere,
    ];
    for (const fields of typed) await post(ada, { ...LAMP, ...fields });
    const told = async () => {
      const { unpublished, deals } = required(await loadOwnPosts(context, ada.userId, new URLSearchParams()), 'the page');
      return [unpublished, deals].map((list) => list.map(({ lacksPicture }) => lacksPicture).toReversed());
    };
    const none = [
      [false, false],
      [false, false, false],
    ];
    expect(await told()).toEqual(none);
    const gone = context.db.updateTable('pictures').where('address', '=', image('gone'));
    await gone.set({ state: 'failed', error: 'is answered with 404' }).execute();
    expect(await told()).toEqual([
      [true, false],
      [true, false, false],
    ]);
    // What was stored before shows.
    await gone.set({ digest: 'd' }).execute();
    expect(await told()).toEqual(none);
  });
});
