import { CannotStart } from './cannot-start.ts';
import { CommandFailed } from './command-failed.ts';
import { ConfigError } from './config.ts';
import { capitalized } from '../lib/capitalized.ts';
import { errorCode } from '../lib/error-code.ts';
import { isDiskFull } from './disk-full.ts';
import { isCutOff, isOverdue, isReadOnly, isUnavailable, type DatabaseUnavailable } from './db/unavailable.ts';

/** A message for the user why a program failed, and what to do; undefined for unexpected errors. */
export function plainFault(error: unknown): string | undefined {
  if (isUnavailable(error)) return `${capitalized(error.message)}. ${advice(error)}`;
  if (isReadOnly(error)) return READ_ALONE;
  if (isOverdue(error)) return OVERDUE;
  if (isCutOff(error)) return CUT_OFF;
  if (error instanceof CommandFailed) return `It failed: ${error.message}`;
  if (error instanceof ConfigError || error instanceof CannotStart) return error.message;
  if (isForbidden(error)) return `${capitalized(error.message)}. ${OF_ANOTHER}`;
  if (TOO_MANY_OPEN.includes(errorCode(error) ?? '')) return MORE_FILES;
  const full = diskFull(error);
  return full && `The disk is full: ${full.message}. Make room on it, and try again.`;
}

/** Whether an error says that this user may not use a file or folder; errors of the network have an address. */
const isForbidden = (error: unknown): error is Error =>
  error instanceof Error && !('address' in error) && ['EACCES', 'EPERM'].includes(errorCode(error) ?? '');

const OF_ANOTHER =
  'It is a file or folder of another user, such as root, who started Magpie or gave a command. ' +
  'Give it back to the user who runs Magpie, with all else in DATA_DIR, PUBLISH_DIR and dist: chown -R USER FOLDER.';

/** Codes of a process and of a machine that may open no further file. */
const TOO_MANY_OPEN = ['EMFILE', 'ENFILE'];

const MORE_FILES =
  'Magpie may not open as many files at once as it needs: let it have 1024 at least (ulimit -n, or LimitNOFILE of systemd), and start it again.';

const READ_ALONE =
  'The database takes no writing: it is a standby, or default_transaction_read_only is on. ' +
  'Name the server that takes it in DATABASE_URL, or switch that off, and try again.';

const OVERDUE =
  'The database stopped a statement that took too long, or waited too long for what others have locked. ' +
  'Try again when less is going on there.';

const CUT_OFF =
  'The connection to the database broke before it answered: it was stopped or restarted, or the network failed. ' +
  'A change may have been carried out all the same: once it answers, look before you try again.';

/** What to do about a server that refuses connections for the moment, by SQLSTATE. */
const MOMENTARY: Record<string, string> = {
  '53300': 'Let it take more (max_connections, or the limit of the role or database), or end some of them, and try again.',
  '08P01': 'Name the PostgreSQL server itself in DATABASE_URL, not a pooler such as PgBouncer.',
  '57P01': 'Try again when it has started.',
  '57P03': 'Try again when it has started.',
};

function advice({ mayPass, cause }: DatabaseUnavailable): string {
  // What the server itself refuses has a severity.
  if (!mayPass && cause instanceof Error && !('severity' in cause)) return 'Put that right, and try again.';
  if (!mayPass) return 'Correct the name, user or password in DATABASE_URL, or make that database.';
  return MOMENTARY[errorCode(cause) ?? ''] ?? 'Start it, or correct DATABASE_URL; without DATABASE_URL the embedded database is used.';
}

/** The error that a full disk caused: the given one, or one among its causes. */
function diskFull(error: unknown): Error | undefined {
  if (!(error instanceof Error)) return undefined;
  return isDiskFull(error) ? error : diskFull(error.cause);
}
