import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import type { CommandEvent } from '../../../src/cli/command-event.ts';
import { siteCommands, type CommandName } from '../../../src/cli/handlers/handlers.ts';
import { acquireEditingLock } from '../../../src/features/catalogue/editing-lock.server.ts';
import type { Context } from '../../../src/server/context.ts';
import { serveControl } from '../../../src/server/control.ts';
import { onDatabase, openCopy } from '../../support/databases.ts';
import { prepareDatabase } from '../../support/embedded.ts';
import { contextOf, deal, exported, fileOf, importRecords, surroundings, temporaryFolder } from '../../support/catalogue.ts';
import { fillOnce } from '../../support/fixture.ts';
import { startCommandIn } from '../../support/site-command.ts';
import { mountSmallDisk } from '../../support/small-disk.ts';

/** It takes a second to save them. */
const many = (deals = 1_500) => [...surroundings(), ...Array.from({ length: deals }, (_, index) => deal({ sourceId: `d${index}` }))];

/** Starts the command line on a data folder. */
function begin(dataDir: string, ...args: string[]) {
  const child = startCommandIn(dataDir, ...args);
  const output = { text: '' };
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output.text += text.toString()));
  const kill = () => child.kill('SIGKILL');
  onTestFinished(() => void kill());
  return { child, output };
}

const says = (output: { text: string }, what: string) =>
  vi.waitFor(() => expect(output.text).toContain(what), { timeout: 100_000, interval: 20 });
const exitOf = async (child: ChildProcess) => (await once(child, 'close')) as [number | null, NodeJS.Signals | null];

async function runningSite() {
  const dataDir = await temporaryFolder();
  const database = await openCopy();
  onTestFinished(() => database.close());
  const context = contextOf(database);
  const commands = siteCommands({ ...context, config: { ...context.config, dataDir } });
  // It is saving until it is taken back, however fast the machine is.
  const untilStopped: typeof commands.import = (input, send, signal) =>
    commands.import(
      input,
      async (event) => {
        await send(event);
        if ((event as CommandEvent).progress?.phase === 'saving' && !signal.aborted) await once(signal, 'abort');
      },
      signal,
    );
  onTestFinished(await serveControl(dataDir, { ...commands, import: untilStopped }));
  return { dataDir, context };
}

describe('an import that is stopped by a signal', { timeout: 180_000 }, () => {
  test('writes nothing and says so, in the command', async () => {
    const dataDir = await temporaryFolder();
    await prepareDatabase(dataDir, inject('embeddedTemplate'));
    const file = await fileOf(many());
    for (const [signal, code] of [
      ['SIGINT', 130],
      ['SIGTERM', 143],
    ] as const) {
      const { child, output } = begin(dataDir, 'import', file);
      await says(output, 'saving');
      child.kill(signal);
      expect(await exitOf(child)).toEqual([code, null]);
      expect(output.text).toMatch(/\nStopped\. Nothing was written\.\n$/);
    }
    const status = begin(dataDir, 'status');
    await exitOf(status.child);
    expect(status.output.text).toContain('Deals: 0 live, 0 scheduled, 0 expired');
  });

  test('writes nothing and says so, in the running site', async () => {
    const { dataDir, context } = await runningSite();
    const { child, output } = begin(dataDir, 'import', await fileOf(many(20)));
    await says(output, 'saving');
    child.kill('SIGINT');
    // As npm does, which hands the terminal's signal on.
    child.kill('SIGINT');
    expect(await exitOf(child)).toEqual([130, null]);
    expect(output.text).toMatch(/\nStopped\. Nothing was written\.\n$/);
    expect(await exported(context)).toEqual([]);
  });

  test('writes nothing when the command is killed', async () => {
    const { dataDir, context } = await runningSite();
    const { child, output } = begin(dataDir, 'import', await fileOf(many(20)));
    await says(output, 'saving');
    child.kill('SIGKILL');
    await exitOf(child);
    expect(await exported(context)).toEqual([]);
  });
});

test('who gave a command hears that what it saved stays where the site stops while it publishes that', { timeout: 60_000 }, async () => {
  const dataDir = await temporaryFolder();
  const database = await openCopy();
  onTestFinished(() => database.close());
  const context = contextOf(database);
  const stopped = Promise.withResolvers<undefined>();
  const stop = await serveControl(dataDir, siteCommands(context, { onChanged: () => stopped.promise }));
  const { child, output } = begin(dataDir, 'import', await fileOf(many(2)));
  await says(output, 'publishing');
  await stop();
  expect(await exitOf(child)).toEqual([0, null]);
  expect(output.text).toMatch(/^Imported:[^]*\nThe site stopped while it published this\. What was saved stays, [^\n]*\n$/);
  expect(await exported(context)).not.toEqual([]);
});

test('an export that is stopped by a signal leaves no file', { timeout: 60_000 }, async () => {
  const dataDir = await temporaryFolder();
  onTestFinished(
    await serveControl(dataDir, {
      async export(_input, send, signal) {
        await send({ lines: ['{}'] });
        await once(signal, 'abort');
        await send({ stopped: true });
      },
    }),
  );
  const { child, output } = begin(dataDir, 'export', 'all.jsonl');
  await vi.waitFor(() => expect(readdirSync(dataDir).filter((name) => name.endsWith('.part'))).toHaveLength(1), { timeout: 50_000 });
  child.kill('SIGINT');
  expect(await exitOf(child)).toEqual([130, null]);
  expect(output.text).toBe('Stopped. Nothing was written.\n');
  expect(readdirSync(dataDir)).toEqual(['site.sock']);
});

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'a check that %s ends leaves no file of duplicates',
  { timeout: 60_000 },
  async (signal) => {
    const dataDir = await temporaryFolder();
    onTestFinished(
      await serveControl(dataDir, {
        async check(_input, send, stopping) {
          await send({ lines: ['1001,1002'] });
          await once(stopping, 'abort');
        },
      }),
    );
    const { child } = begin(dataDir, 'check', '--duplicates', 'duplicates.csv');
    await vi.waitFor(() => expect(readdirSync(dataDir).filter((name) => name.endsWith('.part'))).toHaveLength(1), { timeout: 50_000 });
    child.kill(signal);
    expect(await exitOf(child)).toEqual([null, signal]);
    expect(readdirSync(dataDir)).toEqual(['site.sock']);
  },
);

/** Gives a command and takes it back when it comes to a phase. */
async function stopAt(context: Context, name: CommandName, input: object, phase: string): Promise<CommandEvent[]> {
  const stopping = new AbortController();
  const events: CommandEvent[] = [];
  const send = async (event: CommandEvent) => {
    events.push(event);
    if (event.progress?.phase === phase || (phase === 'lines' && event.lines)) stopping.abort();
  };
  await siteCommands(context)[name](input, send, stopping.signal);
  return events;
}

onDatabase('a command whose turn has not come', (open) => {
  test('says what it waits for', async () => {
    const dataDir = await temporaryFolder();
    const context = contextOf(await open());
    await importRecords(context, [...surroundings(), deal({ sourceId: 'd1' })]);
    const commands = siteCommands(context);
    const file = join(dataDir, 'all.jsonl.gz');
    const stopping = new AbortController();
    await commands.backup({ file }, () => Promise.resolve(), stopping.signal);
    const given: Promise<unknown>[] = [];
    const waitsIn = (name: CommandName, input: object) =>
      new Promise<void>((waits) => {
        const onEvent = async ({ progress }: CommandEvent) => {
          if (progress?.phase.startsWith('waiting for')) waits();
        };
        given.push(commands[name](input, onEvent, stopping.signal));
      });
    await context.db.transaction().execute(async (transaction) => {
      await acquireEditingLock(transaction);
      await Promise.all([waitsIn('expire', { deals: ['test:d1'] }), waitsIn('restore', { file, yes: true })]);
      stopping.abort();
    });
    await Promise.all(given);
  });
});

onDatabase('taking a command back', (open) => {
  const filled = async () => {
    const dataDir = await temporaryFolder();
    const context = contextOf(await open());
    await fillOnce(context.db, '450 deals', () => importRecords(context, many(450)).then(() => undefined));
    return { context: { ...context, config: { ...context.config, dataDir } }, dataDir };
  };

  test('leaves no backup', async () => {
    const { context, dataDir } = await filled();
    const file = join(dataDir, 'all.jsonl.gz');
    const { length } = await stopAt(context, 'backup', { file }, 'writing').then((events) => events.filter(({ stopped }) => stopped));
    expect([length, existsSync(file), readdirSync(dataDir)]).toEqual([1, false, []]);
  });

  test('restores nothing', async () => {
    const { context, dataDir } = await filled();
    const file = join(dataDir, 'all.jsonl.gz');
    await stopAt(context, 'backup', { file }, '');
    await importRecords(context, [deal({ sourceId: 'd0', title: 'Changed since' })]);
    const before = await exported(context);
    expect((await stopAt(context, 'restore', { file, yes: true }, 'comparing')).at(-1)).toEqual({ stopped: true });
    expect(await exported(context)).toEqual(before);
  });

  test('exports no more, and leaves nothing behind', async () => {
    const { context, dataDir } = await filled();
    const events = await stopAt(context, 'export', {}, 'lines');
    expect(events.map((event) => Object.keys(event)[0])).toEqual(['lines', 'stopped']);
    expect(readdirSync(dataDir)).toEqual([]);
  });

  test('an export that finds no room on the disk fails, and the site goes on', async ({ skip }) => {
    const disk = mountSmallDisk(1) ?? skip('this user may not mount a disk to be filled');
    onTestFinished(disk.remove);
    const context = contextOf(await open());
    await importRecords(context, [...surroundings(), deal()]);
    const room = join(disk.folder, 'room');
    writeFileSync(room, 'for the name of the process that works on the export');
    disk.fill();
    rmSync(room);
    const commands = siteCommands({ ...context, config: { ...context.config, dataDir: disk.folder } });
    // An error of the file that nobody waits for would end the process.
    const failed = await commands.export({}, () => Promise.resolve(), new AbortController().signal).catch((error: unknown) => error);
    expect([failed, readdirSync(disk.folder)]).toMatchObject([{ code: 'ENOSPC' }, []]);
  });

  test('an export whose file finds no room on the disk is told so once', async ({ skip }) => {
    const disk = mountSmallDisk(1) ?? skip('this user may not mount a disk to be filled');
    onTestFinished(disk.remove);
    const dataDir = await temporaryFolder();
    await prepareDatabase(dataDir, inject('embeddedTemplate'));
    const imported = begin(dataDir, 'import', await fileOf(many(200)));
    expect(await exitOf(imported.child)).toEqual([0, null]);
    const room = join(disk.folder, 'room');
    writeFileSync(room, 'for the beginning of the export');
    disk.fill();
    rmSync(room);
    const file = join(disk.folder, 'deals.jsonl');
    const { child, output } = begin(dataDir, 'export', file);
    expect(await exitOf(child)).toEqual([1, null]);
    expect(output.text.match(/cannot be written: the disk is full/g)).toHaveLength(1);
  });

  test('publishes on for who has gone, and does not take that for a fault', async () => {
    const context = contextOf(await open());
    const gone = () => Promise.reject(new Error('whoever gave the command has gone'));
    const publish = vi.fn(async (_what: unknown, onProgress?: (done: number, total: number) => void) => {
      onProgress?.(1, 2);
      // A rejection that nobody has handled by now is reported.
      await new Promise(setImmediate);
      return { changed: [], failed: [] };
    });
    const { publish: command } = siteCommands(context, { site: { publish, showCurrent: () => Promise.resolve() } });
    await expect(command({ all: true }, gone, new AbortController().signal)).rejects.toThrow('has gone');
    await expect(publish.mock.results[0]?.value).resolves.toMatchObject({ failed: [] });
  });

  test('imports nothing, in whatever phase it is, until it is told to again', async () => {
    const { context } = await filled();
    const before = await exported(context);
    const records = Array.from({ length: 700 }, (_, index) => deal({ sourceId: `new${index}`, title: `Lamp of the kind ${index}` }));
    const files = [await fileOf(records)];
    for (const phase of ['reading', 'checking', 'saving', 'logging', 'duplicates']) {
      const events = await stopAt(context, 'import', { files, dryRun: false }, phase);
      expect(events.slice(-2), phase).toMatchObject([{ progress: { phase } }, { stopped: true }]);
      expect(await exported(context), phase).toEqual(before);
    }
    const events = await stopAt(context, 'import', { files, dryRun: false }, 'none');
    expect(events.find(({ report }) => report)?.report?.added.deal).toBe(700);
  });

  test('undoes nothing of an import, until it is told to again', async () => {
    const { context } = await filled();
    const records = [
      deal({ sourceId: 'd1', title: 'Another' }),
      ...Array.from({ length: 700 }, (_, index) => deal({ sourceId: `new${index}` })),
    ];
    const empty = await exported(context);
    await importRecords(context, records);
    const before = await exported(context);
    const undo = { id: 2, dryRun: false };
    for (const phase of ['restoring', 'removing deals']) {
      expect((await stopAt(context, 'undo-import', undo, phase)).slice(-2)).toMatchObject([{ progress: { phase } }, { stopped: true }]);
      expect(await exported(context)).toEqual(before);
    }
    await stopAt(context, 'undo-import', undo, 'none');
    expect(await exported(context)).toEqual(empty);
  });

  test('need not wait for its turn', async () => {
    const { context } = await filled();
    const waiting = new AbortController();
    const file = await fileOf([deal({ sourceId: 'new' })]);
    let stopped: CommandEvent[] = [];
    // The first import is in the middle of its transaction while the second one waits.
    await siteCommands(context).import(
      { files: [await fileOf([deal({ sourceId: 'd1', title: 'Another' })])], dryRun: false },
      async (event: CommandEvent) => {
        if (event.progress?.phase !== 'checking' || stopped.length > 0) return;
        const given = siteCommands(context).import(
          { files: [file], dryRun: false },
          async (one: CommandEvent) => void (stopped = [...stopped, one]),
          waiting.signal,
        );
        waiting.abort();
        await given;
      },
      new AbortController().signal,
    );
    expect(stopped).toEqual([{ stopped: true }]);
  });
});
