export const MESSAGES = {
  unconfirmed: 'Please verify your email address first: open the link that we mailed you. What you entered stays here.',
  signedOut: 'You are not logged in any more. Please enter your email address.',
  notCreated: 'Your alert could not be created. Please try again.',
  unreadable: 'Something above cannot be read yet.',
  noChannel: 'Choose how you want to be told.',
} as const;

/** What is said once an alert is there. */
export const wasCreated = (title: string) => `Your alert “${title}” was created.`;
