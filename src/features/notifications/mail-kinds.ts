import { z } from 'zod';
import { mailKind } from '../../server/mail/mail-kind.ts';

/** A member's notifications by mail: deals of alerts, replies and so on. Not urgent. */
export const DEAL_ALERTS = mailKind(
  'deal-alerts',
  z.object({
    userId: z.number(),
    notificationIds: z.array(z.number()),
    /** The member's limit of mails a day, where some of these were held because of it. */
    gathered: z.number().optional(),
  }),
  { priority: 1 },
);
