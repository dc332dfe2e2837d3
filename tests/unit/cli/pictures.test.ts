import { beforeEach, expect, test } from 'vitest';
import { overviewText } from '../../../src/cli/pictures.ts';
import { reportText } from '../../../src/cli/report-text.ts';
import type { CommandEvent } from '../../../src/cli/command-event.ts';
import { siteCommands } from '../../../src/cli/handlers/handlers.ts';
import type { PicturesOverview } from '../../../src/features/pictures/overview.server.ts';
import { required } from '../../../src/lib/required.ts';
import { readConfig } from '../../../src/server/config.ts';
import { makeContext, type Context } from '../../../src/server/context.ts';
import { deal, exported, importRecords, NOW, surroundings } from '../../support/catalogue.ts';
import { onDatabase } from '../../support/databases.ts';
import { useForeignServers, type ForeignServer } from '../../support/foreign-server.ts';
import { give } from '../../support/given.ts';
import { twoColours } from '../../support/photos.ts';

const start = useForeignServers();

onDatabase('the pictures command', (open) => {
  let server: ForeignServer;
  let context: Context;

  beforeEach(async () => {
    server = await start();
    server.answers.set('/a.png', await twoColours().png().toBuffer());
    const { db } = await open();
    context = makeContext({ config: readConfig({ FETCH_PRIVATE_HOSTS: server.host }), db, clock: () => NOW });
  });

  const pictured = (...paths: string[]) =>
    paths.map((path, index) =>
      deal({ sourceId: `d${index}`, url: `https://acme.example/${index}`, title: `Game ${index}`, image: server.url + path }),
    );
  const told = async (input: Partial<Record<'wait' | 'retry' | 'all', boolean>> = {}) => {
    const events: CommandEvent[] = [];
    const command = siteCommands(context).pictures;
    await command(
      { wait: false, retry: false, all: false, ...input },
      async (event: CommandEvent) => void events.push(event),
      new AbortController().signal,
    );
    const pictures: PicturesOverview = required(events.find((event) => event.pictures)?.pictures, 'the overview');
    return { text: overviewText(pictures).replaceAll(server.host.replace(/:\d+$/, ''), 'HOST'), pictures, events };
  };

  test('says what is stored, wanted and failed, with the deals, and fetches what is wanted', async () => {
    expect((await told()).text).toBe('No deal has a picture from another site.');
    const report = await importRecords(context, [...surroundings(), ...pictured('/a.png', '/none.png', '/none2.png', '/a.png')]);
    expect(report.newPictures).toBe(3);
    expect(reportText(report)).toContain(
      '3 pictures to fetch: a running site does it in the background, "npm run site -- pictures --wait" does it now.',
    );
    expect((await told()).text).toBe('Stored:  0 (0.0 MiB)\nWaiting: 3\nFailed:  0');

    const { text, events } = await told({ wait: true });
    const threads = await context.db.selectFrom('deals').select('thread_id').orderBy('thread_id').execute();
    const [, second, third] = threads.map(({ thread_id: id }) => id);
    expect(text.split('\n')).toEqual([
      'Stored:  1 (0.0 MiB)',
      'Waiting: 0',
      'Failed:  2',
      '',
      'Failed:',
      `  HOST, 2 pictures: each is answered with 404 (deals ${second}, ${third})`,
      '',
      '"pictures --failed" lists them all. Give a deal another picture with "edit DEAL --image ADDRESS", or try again with "pictures --retry".',
    ]);
    expect(events.flatMap(({ progress }) => progress ?? []).at(-1)).toEqual({ phase: 'fetching pictures', done: 3, total: 3 });

    server.answers.set('/none.png', 500);
    expect((await told({ retry: true, wait: true })).text).toContain('To be tried again:\n  HOST, 1 picture: it is answered with 500');
    const { pictures } = await told({ all: true });
    expect(pictures.failures.flatMap((group) => group.pictures)).toEqual([
      { address: `${server.url}/none2.png`, reason: 'is answered with 404', deals: [third] },
    ]);
  });

  test('says nothing more of a picture that failed once no deal has it', async () => {
    await importRecords(context, [...surroundings(), ...pictured('/none.png', '/a.png')]);
    expect((await told({ wait: true })).pictures).toMatchObject({ stored: 1, failed: 1 });
    await give(context, 'edit', { deal: 'test:d0', changes: { image: null }, dryRun: false });
    const { text, pictures } = await told({ all: true });
    expect([text, pictures]).toEqual([
      'Stored:  1 (0.0 MiB)\nWaiting: 0\nFailed:  0',
      expect.objectContaining({ stored: 1, failed: 0, failures: [] }),
    ]);
  });

  test('is named by what notes pictures, and what editors gave is exported as they gave it', async () => {
    const records = [...surroundings(), ...pictured('/a.png')];
    const dry = await importRecords(context, records, { dryRun: true });
    expect(reportText(dry)).toContain('1 picture would be fetched.');
    expect((await told()).text).toBe('No deal has a picture from another site.');
    await importRecords(context, records);
    expect((await importRecords(context, records)).newPictures).toBe(0);
    const before = await exported(context);
    await told({ wait: true });
    expect(await exported(context)).toEqual(before);
    expect(before.join('\n')).toContain(`"image":"${server.url}/a.png"`);

    const said = 'Its picture is fetched in the background; what became of it: npm run site -- pictures';
    const edit = (image: string) => give(context, 'edit', { deal: 'test:d0', changes: { image }, dryRun: false });
    expect((await edit(`${server.url}/b.png`)).said).toContain(said);
    expect((await edit(`${server.url}/a.png`)).said).not.toContain(said);
    const record = {
      ...deal({ sourceId: 'own', url: 'https://acme.example/own', title: 'Another thing', image: 'http://shop.example/c.png' }),
      type: undefined,
    };
    const { type: _type, ...fields } = record;
    expect((await give(context, 'add', { record: fields, dryRun: false })).said).toContain(said);
  });
});
