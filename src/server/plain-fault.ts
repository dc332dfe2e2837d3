import { CannotStart } from './cannot-start.ts';
import { ConfigError } from './config.ts';
import { errorCode } from '../lib/error-code.ts';
import { isUnavailable, type DatabaseUnavailable } from './db/unavailable.ts';

/** A message for the user why a program failed, and what to do; undefined for unexpected errors. */
export function plainFault(error: unknown): string | undefined {
  if (isUnavailable(error)) return `${sentence(error.message)}. ${advice(error)}`;
  if (isDiskFull(error)) return `The disk is full: ${error.message}. Make room on it, and try again.`;
  return error instanceof ConfigError || error instanceof CannotStart ? error.message : undefined;
}

const advice = ({ mayPass }: DatabaseUnavailable) =>
  mayPass
    ? 'Start it, or correct DATABASE_URL; without DATABASE_URL the embedded database is used.'
    : 'Correct the name, user or password in DATABASE_URL, or make that database.';

/** The error code of the system, and the SQLSTATE of the database. */
const DISK_FULL = ['ENOSPC', '53100'];
const isDiskFull = (error: unknown): error is Error => error instanceof Error && DISK_FULL.includes(errorCode(error) ?? '');

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
