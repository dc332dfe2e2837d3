/** Statuses (RFC 3463) that say that there is no such mailbox or host. */
const NO_MAILBOX = /^5\.(?:1\.\d+|2\.1|4\.1|4\.4|4\.310)$/;
/** Statuses that servers also use for that, if given for the recipient; not those for full mailboxes, large mails and policies. */
const REFUSED = /^5\.(?:0|1|2\.(?![23]$))/;

/**
 * Whether a permanent status is about the address, so that there is no use in writing to it again.
 * @param ofRecipient whether it was given for the recipient rather than for the mail
 */
export const isAboutAddress = (status: string, ofRecipient: boolean): boolean =>
  NO_MAILBOX.test(status) || (ofRecipient && REFUSED.test(status));
