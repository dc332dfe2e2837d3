import { z } from 'zod';
import { isRate, SAMPLE_RATE } from '../../features/error-reports/sample-rate.ts';
import { deleteFlag, flagName, flagValue, readFlags, writeFlag, type FlagValue } from '../../features/flags/flags.server.ts';
import { Refused } from '../../lib/refused.ts';
import type { Context } from '../../server/context.ts';
import type { CommandHandler } from './command-handler.ts';

const flagInput = z.strictObject({ name: z.string().optional(), value: z.string().optional(), unset: z.boolean().default(false) });

/** Prints feature flags, sets one, or takes one away. */
export function flagCommand({ db }: Context): CommandHandler {
  return async (input, { finish }) => {
    const { name, value, unset } = flagInput.parse(input);
    const say = (message: string) => finish({ messages: [message], changed: false });
    const flags = await readFlags(db);
    if (name === undefined) return say([...flags].map(([flag, is]) => `${flag} ${shown(is)}`).join('\n') || 'No flags are set.');
    const checked = flagName.safeParse(name);
    if (!checked.success) throw new Refused(`The name ${checked.error.issues[0]?.message ?? 'is not one'} (is ${JSON.stringify(name)})`);
    if (value === undefined && !unset)
      return say(flags.has(name) ? `${name} ${shown(flags.get(name) ?? '')}` : `${name} is not set: pages use their default.`);
    if (value === undefined) {
      await deleteFlag(db, name);
      return say(`${name} is ${flags.has(name) ? 'no longer' : 'not'} set.`);
    }
    const flag = flagValue(value);
    if (name === SAMPLE_RATE && !isRate(flag))
      throw new Refused(`${name} must be a number from 0, which has no errors reported, to 1, which has all (is ${JSON.stringify(value)})`);
    const changed = await writeFlag(db, name, flag);
    const reader = name === SAMPLE_RATE ? '' : ` Magpie itself reads ${SAMPLE_RATE} alone; other flags are for scripts of your own.`;
    await say(`${name} is ${changed ? '' : 'already '}${shown(flag)}.${reader}`);
  };
}

/** A value as it is told; an empty text would not be seen. */
const shown = (value: FlagValue) => (value === '' ? '"" (an empty text)' : String(value));
