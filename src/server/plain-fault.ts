import { CannotStart } from './cannot-start.ts';
import { ConfigError } from './config.ts';
import { isUnavailable, type DatabaseUnavailable } from './db/unavailable.ts';

/** Why a program could not do its work, in words for whoever started it, and what to do; undefined for what nobody expected. */
export function plainFault(error: unknown): string | undefined {
  if (isUnavailable(error)) return `${sentence(error.message)}. ${advice(error)}`;
  return error instanceof ConfigError || error instanceof CannotStart ? error.message : undefined;
}

const advice = ({ mayPass }: DatabaseUnavailable) =>
  mayPass
    ? 'Start it, or correct DATABASE_URL; without DATABASE_URL the embedded database is used.'
    : 'Correct the name, user or password in DATABASE_URL, or make that database.';

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
