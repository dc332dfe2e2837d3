import { z } from 'zod';
import { mailKind } from '../../server/mail/mail-kind.ts';

/** Somebody logged in to an account in a browser that was not known to it. */
export const NEW_DEVICE = mailKind('new-device', z.object({ userId: z.number(), device: z.string(), at: z.iso.datetime() }));
