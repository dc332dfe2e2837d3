import { AsyncLocalStorage } from 'node:async_hooks';

const requests = new AsyncLocalStorage<true>();

/** Answers a visitor's request: when too many of them wait for the database already, it is told so at once and need not wait. */
export const asRequest = <T>(answer: () => T): T => requests.run(true, answer);

/** Whether what runs now answers a visitor's request, and is no job or command. */
export const isRequest = (): boolean => requests.getStore() === true;
