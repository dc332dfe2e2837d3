/** What members can be notified about. */
export const NOTIFICATION_KINDS = [
  'deal-alert',
  'reply',
  'quote',
  'mention',
  'price-drop',
  'expired',
  'works-again',
  'ends-soon',
  'moderation',
  'mails-stopped',
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];
