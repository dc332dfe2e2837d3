import type pg from 'pg';

type Query = (...args: unknown[]) => unknown;

/** Has each query of a client go through `around`, which gets its arguments and the query itself. */
export function wrapQuery(client: Pick<pg.Client, 'query'>, around: (args: unknown[], query: Query) => unknown): void {
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- no one signature is all overloads of `query`
  const query = client.query.bind(client) as Query;
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- the same
  client.query = ((...args: unknown[]) => around(args, query)) as typeof client.query;
}
