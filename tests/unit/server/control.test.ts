import { chmod, mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { CannotStart } from '../../../src/server/cannot-start.ts';
import { controlPath } from '../../../src/server/control-path.ts';
import { sendCommand, serveControl, type Command } from '../../../src/server/control.ts';
import { temporaryFolder } from '../../support/catalogue.ts';

async function serve(folder: string, commands: Record<string, Command>) {
  onTestFinished(await serveControl(folder, commands));
}

test('a command reaches the running site, and its events come back in order', async () => {
  const folder = await temporaryFolder();
  await serve(folder, {
    async count(input, send) {
      for (let number = 1; number <= (input as { to: number }).to; number++) await send({ number });
    },
  });
  const events: object[] = [];
  expect(await sendCommand(folder, 'count', { to: 3 }, (event) => void events.push(event))).toBe(true);
  expect(events).toEqual([{ number: 1 }, { number: 2 }, { number: 3 }]);
});

test('an event is whole whatever its text holds, also what ends a line of text elsewhere', async () => {
  const folder = await temporaryFolder();
  const event = { text: `a\u2028b\u2029c\u0085d\r\ne 🎉${'x'.repeat(200_000)}` };
  await serve(folder, { say: (_input, send) => send(event) });
  const events: object[] = [];
  await sendCommand(folder, 'say', {}, (heard) => void events.push(heard));
  expect(events).toEqual([event]);
});

test('without a site, nobody answers; a socket left over by a killed one changes nothing', async () => {
  const folder = await temporaryFolder();
  expect(await sendCommand(folder, 'count', {}, () => undefined)).toBe(false);
  await writeFile(join(folder, 'site.sock'), '');
  expect(await sendCommand(folder, 'count', {}, () => undefined)).toBe(false);
  await serve(folder, { count: async () => undefined });
  expect(await sendCommand(folder, 'count', {}, () => undefined)).toBe(true);
});

test('what a command fails with is thrown where it was given', async () => {
  const folder = await temporaryFolder();
  await serve(folder, {
    async fail(_input, send) {
      await send({ first: true });
      throw new Error('the disk is full');
    },
  });
  await expect(sendCommand(folder, 'fail', {}, () => undefined)).rejects.toThrow('the disk is full');
  await expect(sendCommand(folder, 'constructor', {}, () => undefined)).rejects.toThrow('does not know the command "constructor"');
});

test('who gave a command hears that the site stopped within it', async () => {
  const folder = await temporaryFolder();
  const stop = await serveControl(folder, {
    async wait(_input, send, signal) {
      await send({ begun: true });
      await once(signal, 'abort');
    },
  });
  await expect(sendCommand(folder, 'wait', {}, stop)).rejects.toThrow('the running site stopped before the command was done');
});

test('a command hears that whoever gave it has gone', async () => {
  const folder = await temporaryFolder();
  const heard = Promise.withResolvers<unknown>();
  await serve(folder, {
    async talk(_input, send) {
      try {
        for (;;) await send({ text: 'x'.repeat(10_000) });
      } catch (error) {
        heard.resolve(error);
        throw error;
      }
    },
  });
  const socket = connect(controlPath(folder));
  await once(socket, 'connect');
  socket.write('POST /talk HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}');
  await once(socket, 'data');
  socket.destroy();
  expect(await heard.promise).toMatchObject({ message: 'whoever gave the command has gone' });
});

test("only the site's user may open the socket", async () => {
  const folder = await temporaryFolder();
  await serve(folder, {});
  expect((await stat(join(folder, 'site.sock'))).mode & 0o777).toBe(0o600);
});

test('a folder with a long name has its socket elsewhere', async () => {
  const folder = join(await temporaryFolder(), 'long'.repeat(40));
  await mkdir(folder);
  onTestFinished(() => rm(dirname(controlPath(folder)), { recursive: true, force: true }));
  await serve(folder, { ping: (_input, send) => send({ pong: true }) });
  expect(controlPath(folder).length).toBeLessThanOrEqual(103);
  expect((await stat(controlPath(folder))).mode & 0o777).toBe(0o600);
  expect(await sendCommand(folder, 'ping', {}, () => undefined)).toBe(true);
});

test('a folder for the socket that others can enter is told with what to do', async () => {
  const folder = join(await temporaryFolder(), 'long'.repeat(40));
  const elsewhere = dirname(controlPath(folder));
  onTestFinished(() => rm(elsewhere, { recursive: true, force: true }));
  await chmod(elsewhere, 0o755);
  expect(() => controlPath(folder)).toThrow(CannotStart);
  expect(() => controlPath(folder)).toThrow(`Commands cannot be taken in ${elsewhere}, `);
});
