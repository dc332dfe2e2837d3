export const MESSAGES = {
  unconfirmed: 'Please verify your email address first: open the link that we mailed you. What you entered stays here.',
  signedOut: 'You are no longer logged in. Please enter your email address.',
  pending: 'Log in, and your alert is created.',
  notCreated: 'Your alert could not be created. Please try again.',
  unreadable: 'Please correct the fields above.',
  noChannel: 'Choose how we notify you.',
} as const;

/** The message once an alert is added. */
export const wasCreated = (title: string) => `Your alert “${title}” was created.`;

/** The message where an alert of the same criteria was there, which was changed instead. */
export const wasChanged = (title: string) => `You already had an alert for this, “${title}”. It is on, with what you chose now.`;
