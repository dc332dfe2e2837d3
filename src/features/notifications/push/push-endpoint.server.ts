import { ECDH } from 'node:crypto';
import { isIP } from 'node:net';
import { isPublicAddress } from '../../../server/fetch-public.ts';

const LONGEST = 2_000;
const BASE64URL = /^[\w-]+$/;

/**
 * Whether pushes may go to an address: one over HTTPS, of a name or a public IP address. The addresses that a name resolves to are checked
 * with each push.
 * @param privateHosts hosts of the operator's network that may be asked (`Config.privateHosts`)
 */
export function isPushEndpoint(endpoint: string, privateHosts: ReadonlySet<string>): boolean {
  const url = endpoint.length <= LONGEST ? URL.parse(endpoint) : null;
  if (!url || url.username || url.password || url.hash) return false;
  if (privateHosts.has(url.host)) return /^https?:$/.test(url.protocol);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return url.protocol === 'https:' && (isIP(host) ? isPublicAddress(host) : host.includes('.'));
}

/** Whether keys are those of a browser: a point of P-256, uncompressed, and 16 bytes (RFC 8291, 2 and 3.2), in base64url. */
export function arePushKeys({ p256dh, auth }: { p256dh: string; auth: string }): boolean {
  if (!BASE64URL.test(p256dh) || !BASE64URL.test(auth)) return false;
  const point = Buffer.from(p256dh, 'base64url');
  if (point.length !== 65 || point[0] !== 4 || Buffer.from(auth, 'base64url').length !== 16) return false;
  try {
    ECDH.convertKey(point, 'prime256v1');
    return true;
  } catch {
    return false;
  }
}
