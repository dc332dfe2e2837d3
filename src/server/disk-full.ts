import { errorCode } from '../lib/error-code.ts';

/** The error code of the system, and the SQLSTATE of the database. */
const DISK_FULL = ['ENOSPC', '53100'];

/** Whether an error says that a disk is full. */
export const isDiskFull = (error: unknown): boolean => DISK_FULL.includes(errorCode(error) ?? '');
