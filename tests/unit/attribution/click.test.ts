import { expect, test } from 'vitest';
import { clickOut } from '../../../src/features/attribution/click.server.ts';
import { accountsContext } from '../../support/accounts.ts';
import { deal, importRecords, offer, surroundings } from '../../support/catalogue.ts';
import { onDatabase } from '../../support/databases.ts';

onDatabase('the way out', (open) => {
  test.each([
    ['https://例え.テスト/製品?色=赤', 'https://xn--r8jz45g.xn--zckzah/%E8%A3%BD%E5%93%81?%E8%89%B2=%E8%B5%A4'],
    ['https://bücher.example/ä', 'https://xn--bcher-kva.example/%C3%A4'],
  ])('to an address in any letters, %s, is one that browsers can follow', async (url, location) => {
    const context = accountsContext((await open()).db);
    await importRecords(context, [...surroundings(), deal({ url }), offer({ url })]);
    const { thread_id: tid } = await context.db.selectFrom('deals').select('thread_id').executeTakeFirstOrThrow();
    const { id: pcoid } = await context.db.selectFrom('offers').select('id').executeTakeFirstOrThrow();
    for (const query of [`tid=${tid}`, `pcoid=${pcoid}`]) {
      const request = new Request(`http://localhost/click?${query}`);
      const answer = await clickOut({ context, query: new URLSearchParams(query), request });
      expect(answer?.headers.get('location')).toBe(location);
    }
  });
});
