export type PictureType = 'svg' | 'png' | 'ico';

const NAMES = { png: 'a PNG', ico: 'an ICO' };

const BEGINNINGS = { png: [0x89, 0x50, 0x4e, 0x47], ico: [0x00, 0x00, 0x01, 0x00] };

/** Active content that an SVG must not have, because visitors may also open it directly. */
const ACTIVE: [pattern: RegExp, what: string][] = [
  [/<(?:\w+:)?script\b/i, 'a script'],
  [/\son[a-z]+\s*=/i, 'an event handler (such as onload=)'],
  [/javascript:/i, 'a javascript: address'],
  [/<(?:\w+:)?foreignObject\b/i, 'a foreignObject'],
  [/<!ENTITY/i, 'an entity'],
  [/<\?xml-stylesheet/i, 'a stylesheet of another file'],
  [/\b(?:href|src)\s*=\s*(?:["']\s*)?(?!#|data:image\/(?:png|jpeg|webp|gif)[;,]|["'#])[^\s"'>]/i, 'a link to something else'],
  [/@import|url\(\s*(?:["']\s*)?(?!#|["'#])[^)\s]/i, 'a link to something else'],
];

/** What is wrong with a picture, as a sentence about its file; undefined when nothing is. */
export function pictureProblem(bytes: Uint8Array, type: PictureType): string | undefined {
  if (type !== 'svg')
    return BEGINNINGS[type].every((byte, at) => bytes[at] === byte) ? undefined : `is not ${NAMES[type]} file: export it as one`;
  const text = new TextDecoder().decode(bytes);
  const root = /<svg\b[^>]*>/i.exec(text)?.[0];
  if (!root || !text.trimEnd().endsWith('</svg>')) return 'is not an SVG file: it must begin with <svg … and end with </svg>';
  const active = ACTIVE.find(([pattern]) => pattern.test(text));
  if (active) return `has ${active[1]}, which a picture must not have: export it as plain SVG`;
  if (!/\sviewBox\s*=/.test(root)) return 'has no viewBox, so that its size is not known: export it with one, such as viewBox="0 0 40 40"';
  if (!/\sxmlns\s*=\s*["']http:\/\/www\.w3\.org\/2000\/svg["']/.test(root))
    return 'lacks xmlns="http://www.w3.org/2000/svg" in its first tag, without which browsers do not show it';
  return undefined;
}
