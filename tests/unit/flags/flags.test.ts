import { beforeEach, expect, test } from 'vitest';
import { answerFeatureFlag } from '../../../src/features/flags/feature-flag.server.ts';
import { flagValue, readFlags, writeFlag } from '../../../src/features/flags/flags.server.ts';
import type { Context } from '../../../src/server/context.ts';
import type { Call } from '../../../src/server/http/endpoint.ts';
import { contextOf } from '../../support/catalogue.ts';
import { onDatabase } from '../../support/databases.ts';
import { give } from '../../support/given.ts';

onDatabase('feature flags', (open) => {
  let context: Context;
  beforeEach(async () => {
    context = contextOf(await open());
  });
  const ask = async (query: Record<string, string>) =>
    (await answerFeatureFlag({ context, query: new URLSearchParams(query) } as unknown as Call)).value;
  const say = (input: object) => give(context, 'flag', input);

  test('are set by command, asked for by name, and otherwise the default', async () => {
    expect(await ask({ key: 'new-cards', defaultValue: 'false' })).toBe(false);
    const reader = 'Magpie itself reads nuxt-error-sample-rate alone; other flags are for scripts of your own.';
    expect((await say({ name: 'new-cards', value: 'true' })).said).toEqual([`new-cards is true. ${reader}`]);
    expect((await say({ name: 'new-cards', value: 'true' })).said).toEqual([`new-cards is already true. ${reader}`]);
    expect(await ask({ key: 'new-cards', defaultValue: 'false' })).toBe(true);
    expect((await say({ name: 'nuxt-error-sample-rate', value: '0.25' })).said).toEqual(['nuxt-error-sample-rate is 0.25.']);
    expect(await ask({ key: 'nuxt-error-sample-rate', defaultValue: '0' })).toBe(0.25);
    expect((await say({})).said).toEqual(['new-cards true\nnuxt-error-sample-rate 0.25']);
    expect((await say({ name: 'new-cards', unset: true })).said).toEqual(['new-cards is no longer set.']);
    expect((await say({ name: 'new-cards' })).said).toEqual(['new-cards is not set: pages use their default.']);
    expect(await ask({ key: 'new-cards' })).toBeNull();
  });

  test.each(['', 'With Capitals', '__proto__', 'a'.repeat(61)])('are not called %j', async (name) => {
    expect((await say({ name, value: '1' })).refused).toEqual([expect.stringContaining('must be lowercase letters')]);
    expect(await ask({ key: name, defaultValue: 'x' })).toBe('x');
  });

  test.each(['abc', 'true', '', '5', '-1'])('refuse %j as the rate of errors', async (value) => {
    const name = 'nuxt-error-sample-rate';
    expect((await say({ name, value })).refused).toEqual([
      `${name} must be a number from 0, which has no errors reported, to 1, which has all (is ${JSON.stringify(value)})`,
    ]);
    expect((await readFlags(context.db)).has(name)).toBe(false);
  });

  test('that are an empty text are told as one', async () => {
    const is = 'new-cards is "" (an empty text).';
    expect((await say({ name: 'new-cards', value: '' })).said[0]).toMatch(is);
    expect((await say({ name: 'new-cards' })).said).toEqual(['new-cards "" (an empty text)']);
    expect((await say({})).said).toEqual(['new-cards "" (an empty text)']);
    expect(await ask({ key: 'new-cards', defaultValue: 'x' })).toBe('');
  });

  test('that are set at once are all set', async () => {
    const names = Array.from({ length: 8 }, (_, index) => `flag-${index}`);
    await Promise.all(names.map((name) => writeFlag(context.db, name, true)));
    expect([...(await readFlags(context.db)).keys()]).toEqual(names);
  });
});

test.each<[string, unknown]>([
  ['true', true],
  ['false', false],
  ['0', 0],
  ['-1.5', -1.5],
  ['1e3', '1e3'],
  ['007', '007'],
  ['', ''],
  ['control', 'control'],
])('a flag of %j is %j', (text, value) => {
  expect(flagValue(text)).toBe(value);
});
