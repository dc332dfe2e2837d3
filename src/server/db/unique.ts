const UNIQUE_VIOLATION = '23505';

/** Whether a statement failed because somebody else has what must be unique. */
export const isUniqueViolation = (error: unknown) => (error as { code?: unknown } | null)?.code === UNIQUE_VIOLATION;
