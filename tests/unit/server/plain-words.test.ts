import { expect, test } from 'vitest';
import { CannotStart } from '../../../src/server/cannot-start.ts';
import { ConfigError } from '../../../src/server/config.ts';
import { openDatabase } from '../../../src/server/db/connect.ts';
import { DatabaseUnavailable } from '../../../src/server/db/unavailable.ts';
import { plainFault } from '../../../src/server/plain-fault.ts';
import { readyLine } from '../../../src/server/ready-line.ts';
import { startOptions } from '../../../src/server/start-options.ts';

test('a database that does not answer is one sentence with what to do', async () => {
  const opening = openDatabase({ databaseUrl: 'postgres://u:secret@127.0.0.1:1/deals', dataDir: '/nowhere' });
  const error: unknown = await opening.catch((reason: unknown) => reason);
  expect(plainFault(error)).toBe(
    'The database at 127.0.0.1:1/deals does not answer: connect ECONNREFUSED 127.0.0.1:1. ' +
      'Start it, or correct DATABASE_URL; without DATABASE_URL the embedded database is used.',
  );
});

test('what whoever starts it can put right is told as it is', () => {
  const refused = new DatabaseUnavailable('the database at h/d refuses: wrong password', { mayPass: false });
  expect(plainFault(refused)).toMatch(/refuses: wrong password\. Correct the name, user/);
  expect(plainFault(new ConfigError('PORT must be a number'))).toBe('PORT must be a number');
  expect(plainFault(new CannotStart('It is taken'))).toBe('It is taken');
});

test('what nobody expected is not made plain', () => {
  expect(plainFault(new TypeError('x is not a function'))).toBeUndefined();
});

test.each([
  ['127.0.0.1', 'Magpie is ready at https://deals.example, and listens on 127.0.0.1:4321'],
  ['::1', 'Magpie is ready at https://deals.example, and listens on [::1]:4321'],
])('ready on %s names the site and the address', (host, line) => {
  expect(readyLine({ siteUrl: 'https://deals.example', host, port: 4321 })).toBe(line);
});

test('npm start takes --empty alone', () => {
  expect([startOptions([]), startOptions(['--empty'])]).toEqual([{ empty: false }, { empty: true }]);
  expect(() => startOptions(['--emty'])).toThrow(CannotStart);
  expect(() => startOptions(['demo'])).toThrow(/npm start takes --empty alone/);
});
