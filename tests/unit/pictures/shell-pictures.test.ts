import { expect, test } from 'vitest';
import { prepareSite } from '../../../src/jobs.ts';
import { shellPictures } from '../../../src/features/shell/shell-settings.server.ts';
import { writeSetting } from '../../../src/server/db/settings.ts';
import { contextOf, importRecords, surroundings } from '../../support/catalogue.ts';
import { onDatabase } from '../../support/databases.ts';

const MEGA = { type: 'megaBanner', heading: 'Monitors', url: '/category/monitors' };

onDatabase('pictures of a shell that an earlier version saved', (open) => {
  test('are wanted from the next start on, each once, and those of the site itself never', async () => {
    const context = contextOf(await open());
    const { db } = context;
    await importRecords(context, surroundings());
    const logo = { imageUrl: 'https://brand.example/logo.png', alt: 'Ours' };
    const banners = ['https://ads.example/big.png', '/own.png'].map((image1x) => ({ ...MEGA, image1x }));
    await writeSetting(db, 'shell', JSON.stringify({ header: { logo }, footer: {}, banners }));
    const foreign = ['https://ads.example/big.png', 'https://brand.example/logo.png'];
    expect((await shellPictures(db)).toSorted()).toEqual(foreign);
    for (let starts = 0; starts < 2; starts++) {
      await prepareSite(context, () => undefined);
      const noted = await db.selectFrom('pictures').select(['address', 'state']).orderBy('address').execute();
      expect(noted).toEqual(foreign.map((address) => ({ address, state: 'wanted' })));
    }
  });
});
