/** The longest address that SMTP carries (RFC 5321, 4.5.3.1.3, less the angle brackets). */
const LONGEST = 254;

/** What would end an address, or begin another one, in a mail's header. */
const UNSAFE = /[\s\p{Cc}\p{Cf}<>()[\]\\,;:"]/u;

/** Whether a text looks like something@something (spec §5), and can be written to. */
export function isEmail(text: string): boolean {
  const at = text.indexOf('@');
  return at > 0 && at === text.lastIndexOf('@') && at < text.length - 1 && text.length <= LONGEST && !UNSAFE.test(text);
}

/** What an address is known by: addresses are unique whatever their case (contract.md, Accounts). */
export const emailKey = (email: string) => email.trim().normalize('NFKC').toLowerCase();
