import { expect, test } from 'vitest';
import { openPasswords } from '../../../src/server/passwords.ts';

const CHEAP = { memory: 64, passes: 1, parallelism: 1 };

test('a hash is argon2id with 46 MiB, one pass and one lane, and a salt of its own', async () => {
  const passwords = openPasswords();
  const [one, two] = [await passwords.hash('correct horse battery'), await passwords.hash('correct horse battery')];
  expect(one).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  expect(two).not.toBe(one);
});

test('a password is right or not, and without a hash it never is', async () => {
  const passwords = openPasswords(CHEAP);
  const hash = (await passwords.hash('correct horse battery'))!;
  expect(await passwords.verify('correct horse battery', hash)).toEqual({ right: true, outdated: false });
  expect(await passwords.verify('Correct horse battery', hash)).toEqual({ right: false, outdated: false });
  for (const password of ['', 'correct horse battery'])
    expect(await passwords.verify(password, null)).toEqual({ right: false, outdated: false });
});

test('a hash of another cost is still good, and said to be outdated', async () => {
  const hash = (await openPasswords(CHEAP).hash('correct horse battery'))!;
  const dearer = openPasswords({ ...CHEAP, memory: 128 });
  expect(await dearer.verify('correct horse battery', hash)).toEqual({ right: true, outdated: true });
});

test('what is no hash is told as a fault of ours', async () => {
  await expect(openPasswords(CHEAP).verify('password', 'plain text')).rejects.toThrow('PHC');
});

test('two are worked on at once, a hundred wait, and more are told to come back at once', async () => {
  const passwords = openPasswords(CHEAP);
  const all = Array.from({ length: 150 }, () => passwords.verify('something', null));
  const turnedAway = (await Promise.all(all.slice(102))).filter((result) => result === undefined);
  expect(turnedAway).toHaveLength(48);
  const answered = (await Promise.all(all)).filter((result) => result !== undefined);
  expect(answered).toHaveLength(102);
});
