import { errorCode } from '../../lib/error-code.ts';

const CODE = 'DATABASE_UNAVAILABLE';

/** Thrown when the database could not be reached at all; nothing was done. */
export class DatabaseUnavailable extends Error {
  /** Identifies it in Astro's bundle, which has its own copy of this class, so that `instanceof` fails. */
  readonly code = CODE;
  /** Whether a retry may succeed in a moment: a server that is starting will answer, a wrong password stays wrong. */
  readonly mayPass: boolean;

  constructor(message: string, { cause, mayPass = true }: { cause?: unknown; mayPass?: boolean } = {}) {
    super(message, { cause });
    this.mayPass = mayPass;
  }
}

/** Seconds after which a retry makes sense. */
export const RETRY_AFTER = '5';

/** Whether the database could not be reached, or too many requests wait for it. */
export const isUnavailable = (error: unknown): error is DatabaseUnavailable => errorCode(error) === CODE;

/** SQLSTATEs of a statement that waited too long for a lock, and of one that took too long. */
const LOCKED = '55P03';
const STOPPED = '57014';
/** SQLSTATE of a statement whose transaction and another one waited for each other. */
const DEADLOCK = '40P01';
/** SQLSTATE of a row that refers to one that is not there. */
const FOREIGN_KEY_VIOLATION = '23503';

/** SQLSTATE of writing to a server that takes none, such as a standby after a failover. */
export const READ_ONLY = '25006';

/** Ends a connection to a server that takes no writing, with what else waits on it: nothing of that was done. */
export class TakesNoWriting extends Error {
  readonly code = READ_ONLY;

  constructor() {
    super('the database takes no writing any more');
  }
}

/** Whether a server refused to write, because it is a standby or set to be read alone. */
export const isReadOnly = (error: unknown): boolean => errorCode(error) === READ_ONLY;

/** The severity of errors by which PostgreSQL refuses a session. */
export const REFUSAL = 'FATAL';

/** SQLSTATEs by which the embedded database refuses every statement while it is not open: after its thread died, and on a full disk. */
const NOT_OPEN = ['57P03', '53100'];

/** Whether the embedded database is not open for now; nothing was done. */
export const isNotOpen = (error: unknown): error is Error =>
  error instanceof Error && 'severity' in error && error.severity === REFUSAL && NOT_OPEN.includes(errorCode(error) ?? '');

const SILENT = 'ETIMEDOUT';

/** Ends a connection to a server that was silent for longer than a statement may take. */
export class FallenSilent extends Error {
  readonly code = SILENT;

  constructor() {
    super('the database has fallen silent');
  }
}

/** Codes of a server that ends its sessions, and of a connection that broke. */
const CUT_OFF = ['57P01', '57P02', 'ECONNRESET', 'EPIPE', SILENT];

/** Whether the connection broke before the answer to a statement: whether that was done is not known. */
export const isCutOff = (error: unknown): boolean =>
  error instanceof Error && (CUT_OFF.includes(errorCode(error) ?? '') || error.message.startsWith('Connection terminated'));

/** Whether the database stopped a statement because it took too long. */
export const isTimeout = (error: unknown): boolean => errorCode(error) === STOPPED;

/** Whether the database ended a transaction because it and another one waited for each other: the other one goes on. */
export const isDeadlock = (error: unknown): boolean => errorCode(error) === DEADLOCK;

/** Whether a row refers to one that was deleted while it was written, such as the member's own: once tried again, the call tells that it is gone. */
export const isForeignKeyViolation = (error: unknown): boolean => errorCode(error) === FOREIGN_KEY_VIOLATION;

/** Whether the database stopped a statement because it took too long, or waited too long, or without end, for what others have locked. */
export const isOverdue = (error: unknown): boolean => isTimeout(error) || errorCode(error) === LOCKED || isDeadlock(error);

/**
 * Whether a retry may succeed in a moment: the database could not be reached, is not open or takes no writing, a statement took too long,
 * or rows to be written are locked, or refer to what was deleted meanwhile.
 */
export const isBusy = (error: unknown): boolean =>
  isUnavailable(error) || isNotOpen(error) || isReadOnly(error) || isOverdue(error) || isForeignKeyViolation(error);
