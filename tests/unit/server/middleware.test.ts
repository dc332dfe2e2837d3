import { inject } from 'light-my-request';
import { pino } from 'pino';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Context } from '../../../src/server/context.ts';
import { DatabaseUnavailable } from '../../../src/server/db/unavailable.ts';
import type { OnDemand } from '../../../src/server/http/handle.ts';
import { importRecords, store } from '../../support/catalogue.ts';
import { onDatabase } from '../../support/databases.ts';
import { BOT } from '../../support/http.ts';
import { frozenContext, usePublishing } from '../../support/publishing.ts';

const publishing = usePublishing();
const PERSON = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

onDatabase('what Astro answers', (open) => {
  let context: Context;
  let handler: OnDemand;
  beforeEach(async () => {
    context = { ...frozenContext((await open()).db), log: pino({ enabled: false }) };
    await importRecords(context, [store({ slug: 'corner-shop', name: 'Corner Shop' })]);
    await publishing.open(context, undefined, (same) => (handler = same));
  });

  const ask = (url: string, of: Context, agent = PERSON) =>
    inject((request, response) => void handler(request, response, () => response.end('not routed'), { context: of }), {
      ...{ method: 'GET', url },
      headers: { host: 'localhost', 'user-agent': agent },
    });

  /** The context with a database that every statement to fails. */
  const failing = (error: Error): Context => ({
    ...context,
    db: context.db.withPlugin({
      transformQuery: () => {
        throw error;
      },
      transformResult: ({ result }) => Promise.resolve(result),
    }),
  });

  test.each(['/nothing', '/f/0', '/all?page=0', '/store/nowhere', '/forums/member.php?u=99', '/embed?deal=99', '/imprint'])(
    'is no error page for bots, and nothing that caches keep: %s',
    async (url) => {
      const person = await ask(url, context);
      expect([person.statusCode, person.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
      expect(person.headers['cache-control']).toMatch(/no-cache|no-store/);
      const bot = await ask(url, context, BOT);
      expect([bot.statusCode, bot.payload, bot.headers['cache-control']]).toEqual([404, '', 'no-store']);
      expect(bot.headers['content-length'] ?? '0').toBe('0');
      expect(bot.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(bot.headers['x-robots-tag']).toBe(person.headers['x-robots-tag']);
    },
  );

  describe('when something goes wrong', () => {
    const broken = () => failing(new Error('the disk is full'));
    const slow = () => failing(Object.assign(new Error('canceling statement'), { code: '57014' }));
    const away = () => failing(new DatabaseUnavailable('the database does not answer'));

    test.each([
      ...['/_payload.json', '/popular/_payload.json', '/f/1/_payload.json', '/pco/1/_payload.json', '/search/_payload.json'],
      '/ajax/bSubNavPlacement.php?section=site&url=%2Fpopular',
    ])('is JSON of %s, with no detail of it', async (url) => {
      const fault = await ask(url, broken());
      expect([fault.statusCode, fault.headers['content-type']]).toEqual([500, 'application/json; charset=utf-8']);
      expect(fault.json()).toEqual({ status: 'error', message: 'A server error occurred while processing your request.' });
      const busy = await ask(url, away());
      expect([busy.statusCode, busy.headers['content-type']]).toEqual([503, 'application/json; charset=utf-8']);
      expect(busy.json()).toMatchObject({ status: 'error' });
      for (const { headers } of [fault, busy]) expect(headers['cache-control']).toBe('no-store');
      expect(Number(busy.headers['retry-after'])).toBeGreaterThan(0);
    });

    test('is the error page of a page, and nothing for bots', async () => {
      const page = await ask('/popular', broken());
      expect([page.statusCode, page.headers['content-type']]).toEqual([500, 'text/html; charset=utf-8']);
      expect(page.payload).toContain('500 Error');
      expect(page.payload).not.toContain('the disk is full');
      const bot = await ask('/popular', broken(), BOT);
      expect([bot.statusCode, bot.payload, bot.headers['cache-control']]).toEqual([500, '', 'no-store']);
      for (const context of [away(), slow()]) expect((await ask('/popular', context)).statusCode).toBe(503);
    });
  });
});
