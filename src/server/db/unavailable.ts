import { errorCode } from '../../lib/error-code.ts';

const CODE = 'DATABASE_UNAVAILABLE';

/** Why a database could not be asked at all; nothing was done. */
export class DatabaseUnavailable extends Error {
  /** Distinguishes it from other errors in Astro's bundle, which has a copy of this class of its own. */
  readonly code = CODE;
  /** Whether the same may go well in a moment: a server that starts does answer then, a wrong password stays wrong. */
  readonly mayPass: boolean;

  constructor(message: string, { cause, mayPass = true }: { cause?: unknown; mayPass?: boolean } = {}) {
    super(message, { cause });
    this.mayPass = mayPass;
  }
}

/** Seconds after which it is worth asking again. */
export const RETRY_AFTER = '5';

/** Whether the database could not be asked, because it is away or because too many wait for it. */
export const isUnavailable = (error: unknown): error is DatabaseUnavailable => errorCode(error) === CODE;

/** SQLSTATE of what waited for a lock for too long. */
const LOCKED = '55P03';

/** Whether the same may go well in a moment: the database could not be asked, or others keep what was to be written. */
export const isBusy = (error: unknown): boolean => isUnavailable(error) || errorCode(error) === LOCKED;
