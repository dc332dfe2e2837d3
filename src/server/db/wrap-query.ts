import type pg from 'pg';

type Query = (...args: unknown[]) => unknown;

/** Wraps a client's `query`: each call goes through `around`, which gets its arguments and the original function. */
export function wrapQuery(client: Pick<pg.Client, 'query'>, around: (args: unknown[], query: Query) => unknown): void {
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- no one signature is all overloads of `query`
  const query = client.query.bind(client) as Query;
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- the same
  client.query = ((...args: unknown[]) => around(args, query)) as typeof client.query;
}
