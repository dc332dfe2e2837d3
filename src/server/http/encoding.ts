/** How a body is sent. */
export type Encoding = 'br' | 'gzip' | 'identity';

/** The smallest first. */
export const ENCODINGS: readonly Encoding[] = ['br', 'gzip', 'identity'];
/** The suffix of a file's name for each encoding. */
export const SUFFIX: Record<Encoding, string> = { br: '.br', gzip: '.gz', identity: '' };

const MOST_REMEMBERED = 500;
const remembered = new Map<string, Encoding[]>();

/** Encodings that an `Accept-Encoding` header allows, the smallest first (RFC 9110, 12.5.3); identity is always last. */
export function acceptedEncodings(header: string | undefined): Encoding[] {
  if (!header) return ['identity'];
  let accepted = remembered.get(header);
  if (!accepted) {
    accepted = parse(header);
    // Cleared as a whole, so that made-up headers cannot keep others from being cached for long.
    if (remembered.size >= MOST_REMEMBERED) remembered.clear();
    remembered.set(header, accepted);
  }
  return accepted;
}

function parse(header: string): Encoding[] {
  const weights = new Map<string, number>();
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
    const q = parameters.find((parameter) => parameter.startsWith('q='));
    weights.set(name, q === undefined ? 1 : Number(q.slice(2)) || 0);
  }
  const weight = (name: string) => weights.get(name) ?? weights.get('*') ?? 0;
  return ENCODINGS.filter((name) => name === 'identity' || weight(name) > 0);
}
