import type * as z from 'zod/mini';

/** The contract of a call between browser and server: its address and its answer. Each is a file of its own in `contracts/`. */
export interface CallContract<Answer extends object> {
  /** Path; of a call about one thing, up to that thing's id. */
  address: string;
  answer: z.ZodMiniType<Answer>;
}

/** A call that is sent a form. */
export interface FormContract<Answer extends object, Fields extends object> extends CallContract<Answer> {
  /** The action, where an address has several. */
  do?: string;
  /** Whether it is idempotent, so that it may be sent again. */
  isRepeatable?: boolean;
  form: z.ZodMiniType<object, Fields>;
}

/** A call that is sent JSON. */
export interface JsonContract<Answer extends object, Body extends object> extends CallContract<Answer> {
  body: z.ZodMiniType<object, Body>;
}

/** A call that reads, with a query. */
export interface QueryContract<Answer extends object, Query extends object> extends CallContract<Answer> {
  query: z.ZodMiniType<object, Query>;
}

/**
 * A call that pages make without a user's action. Its contract has a guard instead of a schema, so that zod is not loaded before the page
 * is used; a test compares the guard with a schema.
 */
export interface GuardedContract<Answer extends object> {
  address: string;
  isAnswer: (json: unknown) => json is Answer;
}

/** Parses the answer of a call; undefined when it is not as the contract says, which is logged. */
export function readAnswer<Answer extends object>({ address, answer }: CallContract<Answer>, json: unknown): Answer | undefined {
  const found = answer.safeParse(json);
  if (!found.success) console.error(`${address} answers otherwise than its contract says`, found.error);
  return found.data;
}

/** Fields as name-value pairs of a form or a query; lists become several pairs, and undefined fields are left out. */
export const pairsOf = (fields: object): [string, string][] =>
  Object.entries(fields).flatMap(([name, value]) =>
    [value].flat().flatMap((each): [string, string][] => (each === undefined ? [] : [[name, String(each)]])),
  );

/** Path and query of a call that reads. */
export function addressOf<Query extends object>({ address }: QueryContract<object, Query>, query: NoInfer<Query>, id?: number): string {
  const sent = new URLSearchParams(pairsOf(query)).toString();
  return `${address}${id ?? ''}${sent && `?${sent}`}`;
}
