import { errorCode } from '../../lib/error-code.ts';

const UNIQUE_VIOLATION = '23505';

/** Whether a statement failed because somebody else has what must be unique. */
export const isUniqueViolation = (error: unknown) => errorCode(error) === UNIQUE_VIOLATION;
