import { AsyncLocalStorage } from 'node:async_hooks';

/** A visitor's request that is being answered. */
export interface DatabaseRequest {
  /** How many connections to the database it waits for: a page asks for several things at once. */
  waitsFor: number;
}

const requests = new AsyncLocalStorage<DatabaseRequest>();

/** Answers a visitor's request: when too many of them wait for the database already, it is told so at once and need not wait. */
export const asRequest = <T>(answer: () => T): T => requests.run({ waitsFor: 0 }, answer);

/** The request that is answered by what runs now; undefined for jobs and commands. */
export const currentRequest = (): DatabaseRequest | undefined => requests.getStore();
