import * as z from 'zod/mini';

/** A device of a member's that gets pushes (issue 17, Web push). */
const pushDevice = z.object({
  id: z.number(),
  /** Its browser and system. */
  name: z.string(),
  /** ISO 8601. */
  addedAt: z.string(),
  /** Whether its push service refused the last push. */
  isFailing: z.boolean(),
  /** Address at its push service, by which its browser knows it. */
  endpoint: z.string(),
});
export type ShownDevice = z.infer<typeof pushDevice>;

/** The member's devices after the call. */
export const devicesAnswer = z.object({ success: z.literal(true), devices: z.array(pushDevice) });
