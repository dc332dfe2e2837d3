import type { Call } from '../../server/http/endpoint.ts';
import { flagValue, readFlag, type FlagValue } from './flags.server.ts';

/** Answers `/web-api/feature-flag/?key=&defaultValue=` (spec §7): the flag's value, or the default where it is not set; null without either. */
export async function answerFeatureFlag({ context, query }: Call): Promise<{ value: FlagValue | null }> {
  const fallback = query.get('defaultValue');
  const value = await readFlag(context.db, query.get('key') ?? '');
  return { value: value ?? (fallback === null ? null : flagValue(fallback)) };
}
