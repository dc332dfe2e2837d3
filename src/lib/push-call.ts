/**
 * The call that manages a member's push devices. It is in `lib`, because the service worker sends it, too, and shares no feature with
 * pages.
 */
export const PUSH_CALL = '/account/push';
export const RENEW_PUSH = 'renew';
