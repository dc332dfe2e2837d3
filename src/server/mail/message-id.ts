import { isSameSecret } from '../same-secret.ts';
import type { Context } from '../context.ts';

type Keyed = Pick<Context, 'config' | 'keyedHash'>;

/**
 * The Message-ID of a row of the outbox, without brackets. It is the same in every try, so that a mail that arrives twice is recognized
 * as one, and signed, so that a bounce report proves that the mail was ours.
 */
export function messageIdOf({ config, keyedHash }: Keyed, { id, created_at }: { id: number; created_at: Date }): string {
  const named = `${id}.${created_at.getTime().toString(36)}`;
  return `${named}.${keyedHash(`message ${named}`)}@${new URL(config.siteUrl).hostname}`;
}

/** The id of the outbox row with a Message-ID; undefined when its signature is not ours. */
export function outboxIdOf({ keyedHash }: Pick<Context, 'keyedHash'>, messageId: string): number | undefined {
  const [, named = '', id, signature = ''] = /^<?(([1-9]\d{0,14})\.[0-9a-z]{1,12})\.([\w-]{22})@[^@\s<>]+>?$/.exec(messageId.trim()) ?? [];
  if (id === undefined) return undefined;
  return isSameSecret(signature, keyedHash(`message ${named}`)) ? Number(id) : undefined;
}
