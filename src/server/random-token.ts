import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits, as a text that is in cookies and addresses. */
export const newToken = () => randomBytes(32).toString('base64url');

/** SHA-256 of a token: the form in which it is stored. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest();
