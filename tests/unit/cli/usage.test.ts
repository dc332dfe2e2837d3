import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { COMMANDS } from '../../../src/cli/commands.ts';
import { runCommandLine } from '../../../src/cli/run-command-line.ts';
import { serveControl, type Command } from '../../../src/server/control.ts';
import { temporaryFolder } from '../../support/catalogue.ts';
import { openToAll, QUICKLY, siteEnvironment } from '../../support/site.ts';
import { runCommandIn, startCommand } from '../../support/site-command.ts';

describe('npm run site', () => {
  test.each<[string[], string]>([
    [['bogus'], 'there is no command "bogus"'],
    [['help', 'nope'], 'there is no command "nope"'],
    [['help', 'status', 'check'], 'help takes one command'],
    [['status', 'extra'], 'status takes no arguments'],
    [['check', '1001'], 'check takes no deals; it looks at all of them'],
    [['rollback', '2'], 'rollback takes no arguments; it goes back by one release'],
    [['import'], 'import needs at least one file'],
    [['import', 'x.csv', '--template', 'deal'], 'import --template prints a template and imports no file'],
    [['import', 'x.jsonl', 'y.NDJSON.gz', '--map', 'map.json'], 'import --map is for tables'],
    [['import', '--force', 'x.jsonl'], 'import has no option --force\n'],
    [['import', '--sorce', 'shop', 'x.jsonl'], 'import has no option --sorce; did you mean --source?\n'],
    [['import', '--dryrun=yes', 'x.jsonl'], 'import has no option --dryrun; did you mean --dry-run?\n'],
    [['flag', 'new-cards', '-1'], 'flag has no option -1; a value or name that begins with - comes behind --, after all options\n'],
    [['import'], '[--json] | --template TYPE | --undo ID'],
    [['export', '--dry-run'], 'export has no option --dry-run\n'],
    [['--dry-run', 'import', 'x.jsonl'], 'the command comes first, then --dry-run'],
    [['export', 'out.csv'], 'an export is JSON lines: its name ends in .jsonl or .ndjson (or one of these and .gz), not as out.csv does'],
    [['export', 'out.json'], 'not as out.json does'],
    [['edit', '1001'], 'edit needs something to change, such as --price 12.99'],
    [['member'], 'member needs one user name'],
    [['member', 'ada', 'bob'], 'member needs one user name'],
    [['member', 'ada', '--role', 'editor'], '--role is administrator, moderator or member'],
    [['mail', '--drop', 'all'], '--drop needs the number of a mail'],
    [['mail', '--retry', '--drop', '1'], 'mail takes --retry or --drop ID, or nothing'],
    [['import', 'x.csv', '--map', 'none.json'], '--map: none.json does not exist'],
    [['backup', 'all.zip'], "a backup's name ends in .jsonl.gz, such as all.jsonl.gz"],
    [['import', '--undo', '1', '--undo', '2'], '--undo is given twice'],
    [['edit', '1001', '--price', '3', '--price=4'], '--price is given twice'],
    [['import', ''], 'the name of a file or folder is empty'],
    [['import', 'x.csv', '--report', ''], 'the name of a file or folder is empty'],
    [['restore', '', '--yes'], 'the name of a file or folder is empty'],
    [['static', ''], 'the name of a file or folder is empty'],
  ])('answers %j with how it is used', async (args, message) => {
    const said = vi.spyOn(console, 'error').mockReturnValue();
    onTestFinished(() => said.mockRestore());
    expect(await runCommandLine(args)).toBe(2);
    expect(said.mock.calls).toEqual([[expect.stringContaining(message)]]);
    expect(said.mock.calls[0]![0]).toContain('npm run site -- ');
  });

  test.each<[string[], string]>([
    [['add', 'none.json'], 'none.json does not exist'],
    [['merge', '--from', 'none.csv'], 'none.csv does not exist'],
    [['text', 'import', 'about', 'none.md'], 'none.md does not exist'],
    [['shell', 'import', 'none.json'], 'none.json does not exist'],
    [['synonyms', 'none.txt'], 'none.txt does not exist'],
    [['ab-tests', 'none.json'], 'none.json does not exist'],
    [['synonyms', '/'], '/ is a folder'],
    [['export', '/none/x.jsonl'], '/none/x.jsonl cannot be written: its folder does not exist'],
    [['check', '--duplicates', '/none/x.csv'], '/none/x.csv cannot be written: its folder does not exist'],
  ])('says of %j which file is not there', async (args, message) => {
    const said = vi.spyOn(console, 'error').mockReturnValue();
    onTestFinished(() => said.mockRestore());
    expect(await runCommandLine(args)).toBe(1);
    expect(said.mock.calls).toEqual([[message]]);
  });

  test('tells a script by its exit code that it was called wrongly, and all else where faults are read', async () => {
    const { code, stdout, stderr } = await runCommandIn(await temporaryFolder(), 'bogus');
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining('there is no command "bogus"')]);
  });

  test.skipIf(!existsSync('/dev/full')).each([['help'], ['shell', 'export'], ['export']])(
    'says that %s cannot be printed on a full disk, and is quiet where nobody reads on',
    async (...args) => {
      const dataDir = await temporaryFolder();
      const send: Command = (_input, event) => event({ lines: ['{}\n'] });
      onTestFinished(await serveControl(dataDir, { shell: send, export: send }));
      const full = openSync('/dev/full', 'w');
      onTestFinished(() => closeSync(full));
      const [program, words] = openToAll(QUICKLY, 'src/cli/site.ts', ...args);
      const env = siteEnvironment({ DATABASE_URL: '', DATA_DIR: dataDir });
      const child = spawn(program, words, { env, stdio: ['ignore', full, 'pipe'] });
      const closed = startCommand(env, ...args);
      closed.stdout.destroy();
      const endings = Promise.all([once(child, 'exit'), once(closed, 'exit')]);
      expect(await Promise.all([text(child.stderr!), text(closed.stderr)])).toEqual([
        'Standard output cannot be written: the disk is full\n',
        '',
      ]);
      expect(await endings).toEqual([
        [1, null],
        [0, null],
      ]);
    },
  );

  test('fails where the connection to the database is closed, and not its output', async () => {
    const said = vi.spyOn(console, 'error').mockReturnValue();
    const run = vi.spyOn(COMMANDS['import']!, 'run').mockRejectedValue(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }));
    onTestFinished(() => [said, run].forEach((spy) => spy.mockRestore()));
    expect(await runCommandLine(['import', 'deals.csv'])).toBe(1);
    expect(said.mock.calls).toEqual([[expect.stringContaining('The connection to the database broke before it answered')]]);
  });

  test('explains itself when asked', async () => {
    expect(await runCommandIn(await temporaryFolder(), 'help')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^npm run site -- COMMAND\n[^]*\n {2}merge {5}merge a deal into another/) as string,
    });
    const printed = vi.spyOn(console, 'log').mockReturnValue();
    onTestFinished(() => printed.mockRestore());
    expect([await runCommandLine(['help', '--help']), await runCommandLine(['--help', 'help'])]).toEqual([0, 0]);
    expect(printed.mock.calls).toEqual(Array(2).fill([expect.stringMatching(/^npm run site -- COMMAND\n/)]));
    expect(await runCommandIn(await temporaryFolder(), 'schedule', '--help')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^npm run site -- schedule DEAL \[--starts DATE\] \[--expires DATE\]\n[^]*--starts …/) as string,
    });
  });

  test('says which setting is wrong', async () => {
    const child = startCommand(siteEnvironment({ PORT: 'x' }), 'status');
    expect(await text(child.stderr)).toBe('PORT must be a port number, 0 to 65535 (is "x")\n');
  });
});
