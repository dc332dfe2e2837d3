import bowser from 'bowser';

/** Kinds of device, as detected by the user agent (spec §9). */
export const DEVICE_KINDS = ['mobile', 'tablet', 'desktop'] as const;
export type DeviceKind = (typeof DEVICE_KINDS)[number];

/** Kind of device by a user agent; whatever is neither a phone nor a tablet counts as a desktop. */
export function deviceKind(userAgent: string | null): DeviceKind {
  const type = userAgent ? bowser.parse(userAgent).platform.type : undefined;
  return type === 'mobile' || type === 'tablet' ? type : 'desktop';
}
