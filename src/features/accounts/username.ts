/** 3 to 20 characters from letters, digits, dot, hyphen and underscore (spec §5). */
const USERNAME = /^[A-Za-z0-9._-]{3,20}$/;
export const LONGEST_USERNAME = 20;
/** How long typing must pause before a name is checked, in ms (spec §5). */
export const USERNAME_CHECK_MS = 500;

/** Names under which a member could speak for the site. */
const RESERVED = new Set(
  'admin administrator mod moderator staff support help team official system root webmaster postmaster security abuse guest anonymous'.split(
    ' ',
  ),
);

export const isUsername = (text: string) => USERNAME.test(text);

/** Whether nobody may take this name. */
export const isReserved = (name: string, siteName: string) => {
  const plain = name.toLowerCase().replaceAll(/[._-]/g, '');
  return RESERVED.has(plain) || plain === siteName.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
};
