/** Thrown when an action of a moderator cannot be done, with a message for the moderator. It rolls the transaction of the action back. */
export class RejectedAction extends Error {
  /** The field of the form that it is about, where the form shows the message there. */
  readonly field: string | undefined;

  constructor(message: string, field?: string) {
    super(message);
    this.field = field;
  }
}

/** Thrown when the subject of the action no longer exists, and so has no page that could show the message. */
export class GonePost extends RejectedAction {
  /** The page of what stands in its place, which shows the message. */
  readonly successor: string | undefined;

  constructor(message: string, successor?: string) {
    super(message);
    this.successor = successor;
  }
}

/** Messages for moderators who may not decide about their own posts and votes. */
export const OWN_CASE = {
  post: 'You wrote this yourself: another moderator decides about it. Nothing was changed.',
  action: 'This was done to you or to what you wrote: another moderator decides about it. Nothing was changed.',
  votes: 'You are one of these members: another moderator decides about them. Nothing was changed.',
} as const;
