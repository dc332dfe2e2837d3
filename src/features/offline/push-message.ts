/**
 * What a push brings: a declarative push message (W3C, Push API). Browsers that know these show it by themselves; in others the service worker
 * does.
 */
export interface PushMessage {
  /** Says that it is one. */
  web_push: 8030;
  notification: {
    title: string;
    body: string;
    /** Address of what it is about, with its origin. */
    navigate: string;
    /** A notification replaces an earlier one with the same tag. */
    tag: string;
    icon: string;
  };
}
