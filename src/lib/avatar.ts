/** The pictures of members (issue 4, Account page): one that was uploaded, or an initial on a tint. */

/** Each pair is the light and the deep end of a tint; both are dark enough for white letters (4.5:1). */
const TINTS = [
  ['#0f766e', '#115e59'],
  ['#0e7490', '#155e75'],
  ['#0369a1', '#075985'],
  ['#1d64d8', '#1e40af'],
  ['#4658d6', '#3730a3'],
  ['#6d4fd8', '#5b21b6'],
  ['#8b3fd1', '#6b21a8'],
  ['#a8329f', '#86198f'],
  ['#be185d', '#9d174d'],
  ['#b4402a', '#9a3412'],
  ['#a15c07', '#854d0e'],
  ['#52606d', '#374151'],
] as const;

/** How many tints a member can choose from; they are numbered from 0. */
export const AVATAR_TINTS = TINTS.length;

/** Address of a picture by the name of its file. */
export const pictureAddress = (file: string) => `/profile/avatar/${file}`;

/** What a picture of a member is known by. */
interface AvatarOf {
  userId: number;
  username: string;
  /** Digest of an uploaded picture, the number of a chosen tint, or null for the tint of the id. */
  avatar: string | null;
}

/** Where a member's picture is. */
export function avatarPath({ userId, username, avatar }: AvatarOf): string {
  if (avatar !== null && isDigest(avatar)) return pictureAddress(`${avatar}.webp`);
  return pictureAddress(`${initialOf(username)}-${avatar !== null && isTint(avatar) ? avatar : userId % AVATAR_TINTS}.svg`);
}

/** Digests of pictures are SHA-256 in hex. */
const isDigest = (text: string) => /^[0-9a-f]{64}$/.test(text);

export const isTint = (text: string) => /^(0|[1-9]\d?)$/.test(text) && Number(text) < AVATAR_TINTS;

/** What drawings show: a letter or digit, in lower case, or `_` for a name without any. */
const INITIALS = [...'_abcdefghijklmnopqrstuvwxyz0123456789'];

/** Names of all drawings. */
export const generatedAvatarNames = () => INITIALS.flatMap((initial) => TINTS.map((_tint, index) => `${initial}-${index}`));

const initialOf = (username: string) => /[a-z0-9]/i.exec(username)?.[0].toLowerCase() ?? '_';

/**
 * The drawing of a generated picture.
 * @param name what its address ends in, without `.svg`: `{letter or _}-{tint}`
 * @returns undefined when there is none of this name
 */
export function generatedAvatar(name: string): string | undefined {
  const [, letter = '', tint = ''] = /^([a-z0-9_])-(\d{1,2})$/.exec(name) ?? [];
  const colors = isTint(tint) ? TINTS[Number(tint)] : undefined;
  if (!letter || !colors) return undefined;
  const [light, deep] = colors;
  const shown =
    letter === '_'
      ? '<circle cx="64" cy="54" r="22" fill="#fff"/><path d="M18 128a46 44 0 0 1 92 0z" fill="#fff"/>'
      : `<text x="64" y="86" font-family="system-ui,sans-serif" font-size="62" font-weight="600" fill="#fff" text-anchor="middle">${letter.toUpperCase()}</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="128" height="128" viewBox="0 0 128 128"><rect width="128" height="128" fill="${light}"/><path d="M128 20v108H20z" fill="${deep}"/>${shown}</svg>`;
}
