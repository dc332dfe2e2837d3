import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { dealDetailsCall, type ShownCounts } from '../../../src/features/deals/contracts/deal-details.ts';
import { featureFlagCall, type FeatureFlagAnswer } from '../../../src/features/flags/contracts/feature-flag.ts';
import { ownSavedCall, type OwnSaved } from '../../../src/features/saved/contracts/own-saved.ts';
import { sessionCall, type SessionAnswer } from '../../../src/features/session/contracts/session.ts';
import { ownVotesCall, type OwnVotes } from '../../../src/features/votes/contracts/own-votes.ts';
import type { GuardedContract } from '../../../src/lib/call.ts';
import { sources } from '../../support/sources.ts';

/** What the guards of eager calls are to take, as schemas. */
const SESSION: z.ZodMiniType<SessionAnswer> = z.object({
  user: z.nullable(
    z.object({
      userid: z.number(),
      username: z.string(),
      avatar: z.string(),
      reputation: z.number(),
      hasUnverifiedEmail: z.boolean(),
      hasNotSetPassword: z.boolean(),
      darkMode: z.nullable(z.boolean()),
      unread: z.number(),
      role: z.optional(z.literal('moderator')),
    }),
  ),
  securitytoken: z.string(),
});
const OWN_VOTES: z.ZodMiniType<OwnVotes> = z.record(z.string(), z.enum(['up', 'down']));
const OWN_SAVED: z.ZodMiniType<OwnSaved> = z.object({ saved: z.array(z.number()) });
const FLAG: z.ZodMiniType<FeatureFlagAnswer> = z.object({ value: z.nullable(z.union([z.string(), z.number(), z.boolean()])) });
const COUNTS: z.ZodMiniType<ShownCounts> = z.object({
  dealDetails: z.record(
    z.string(),
    z.object({
      ...{ score: z.nullable(z.number()), commentCount: z.number() },
      ...{ isExpired: z.optional(z.boolean()), finalPriceText: z.optional(z.string()) },
    }),
  ),
  postScores: z.optional(z.record(z.string(), z.number())),
  offers: z.optional(z.record(z.string(), z.object({ isExpired: z.boolean() }))),
});

/** JSON that no call answers. */
const odd = fc.constantFrom<unknown>(null, true, 0, 1.5, '', 'up', 'moderator', [], ['up'], {}, { 1: 'up' });

const part = <T>(right: fc.Arbitrary<T>) => fc.oneof({ weight: 12, arbitrary: right }, { weight: 1, arbitrary: odd });

/** An answer, in which any part may be odd or left out. */
const nearly = (parts: Record<string, fc.Arbitrary<unknown>>) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.record(Object.fromEntries(Object.entries(parts).map(([name, right]) => [name, part(right)]))) },
    {
      weight: 1,
      arbitrary: fc.record(Object.fromEntries(Object.entries(parts).map(([name, right]) => [name, part(right)])), { requiredKeys: [] }),
    },
  );

const id = fc.nat().map(String);
const flag = fc.boolean();
const user = nearly({
  ...{ userid: fc.nat(), username: fc.string(), avatar: fc.string(), reputation: fc.integer() },
  ...{ hasUnverifiedEmail: flag, hasNotSetPassword: flag, darkMode: fc.option(flag), unread: fc.nat() },
});
const moderator = fc.tuple(user, part(fc.constant('moderator'))).map(([known, role]) => ({ ...known, role }));
const counts = nearly({ score: fc.option(fc.integer()), commentCount: fc.nat(), isExpired: flag, finalPriceText: fc.string() });

const GUARDS: [string, GuardedContract<object>, z.ZodMiniType, fc.Arbitrary<unknown>][] = [
  ['session', sessionCall, SESSION, nearly({ user: fc.option(fc.oneof(user, moderator)), securitytoken: fc.string() })],
  ['a feature flag', featureFlagCall, FLAG, fc.record({ value: odd })],
  ['own saved deals', ownSavedCall, OWN_SAVED, nearly({ saved: fc.array(part(fc.nat()), { maxLength: 5 }) })],
  ['own votes', ownVotesCall, OWN_VOTES, fc.dictionary(id, part(fc.constantFrom('up', 'down')))],
  [
    'counts',
    dealDetailsCall,
    COUNTS,
    nearly({
      ...{ dealDetails: fc.dictionary(id, part(counts)), postScores: fc.dictionary(id, part(fc.integer())) },
      offers: fc.dictionary(id, part(nearly({ isExpired: flag }))),
    }),
  ],
];

test('every call without a schema is here', () => {
  const guarded = sources('src/features/*/contracts/*.ts').filter(({ text }) => /\bisAnswer\b/.test(text));
  const missing = guarded.filter(({ text }) => !GUARDS.some(([, { address }]) => text.includes(`'${address}'`)));
  expect(
    missing.map(({ path }) => path),
    'add its guard to GUARDS, with a schema to compare it with',
  ).toEqual([]);
});

test.each(GUARDS)('the guard of the call for %s takes what a schema takes, and nothing else', (_name, { isAnswer }, schema, answers) => {
  const taken = { yes: 0, no: 0 };
  fc.assert(
    fc.property(fc.oneof({ weight: 20, arbitrary: answers }, { weight: 1, arbitrary: fc.jsonValue() }), (answer) => {
      const isRight = schema.safeParse(answer).success;
      taken[isRight ? 'yes' : 'no'] += 1;
      expect(isAnswer(answer), JSON.stringify(answer)).toBe(isRight);
    }),
    { numRuns: 2_000 },
  );
  expect(Math.min(taken.yes, taken.no)).toBeGreaterThan(100);
});
