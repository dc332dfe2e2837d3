/** The call that says which devices of a member get pushes, and what the service worker has it do: pages and the worker share no feature. */
export const PUSH_CALL = '/account/push';
export const RENEW_PUSH = 'renew';
