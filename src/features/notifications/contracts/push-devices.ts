import * as z from 'zod/mini';

/** A device of a member's that gets pushes (issue 17, Web push). */
const pushDevice = z.object({
  id: z.number(),
  /** Its browser and system. */
  name: z.string(),
  /** ISO 8601. */
  addedAt: z.string(),
  /** Whether its push service took nothing the last time. */
  isFailing: z.boolean(),
  /** Address at its push service, by which its browser knows it. */
  endpoint: z.string(),
});
export type ShownDevice = z.infer<typeof pushDevice>;

/** The devices once it is done. */
export const devicesAnswer = z.object({ success: z.literal(true), devices: z.array(pushDevice) });
