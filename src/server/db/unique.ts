import { errorCode } from '../../lib/error-code.ts';

const UNIQUE_VIOLATION = '23505';

/** Whether a statement failed because of a unique constraint. */
export const isUniqueViolation = (error: unknown) => errorCode(error) === UNIQUE_VIOLATION;
