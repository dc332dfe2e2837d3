import { exportJWK, exportSPKI, generateKeyPair, SignJWT, type CryptoKey, type JWK, type JWTPayload } from 'jose';
import { openJsonSite, type JsonAnswer, type JsonSite } from './json-site.ts';

interface IssuerKey {
  kid: string;
  alg: string;
  privateKey: CryptoKey;
  publicKey: CryptoKey;
  jwk: JWK;
}

export interface Issuer extends JsonSite {
  /** Signs claims with its newest key, or another one. */
  sign(claims: JWTPayload, key?: Pick<IssuerKey, 'kid' | 'alg'> & { privateKey: CryptoKey | Uint8Array }): Promise<string>;
  key(): IssuerKey;
  /** Takes a new key and publishes it alone, as after the old ones have run out. */
  rotate(alg?: string): Promise<void>;
  /** What it answers instead of what it should, by path. */
  instead: Map<string, JsonAnswer>;
}

export const DISCOVERY = '/.well-known/openid-configuration';
export const KEYS = '/keys';

/** Makes a new key pair of an issuer, which is not published. */
export async function makeKey(alg = 'RS256', kid: string = crypto.randomUUID()): Promise<IssuerKey> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  return { kid, alg, privateKey, publicKey, jwk: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' } };
}

/** The public key as a text that a forger could take for a secret. */
export const publicText = async ({ publicKey }: IssuerKey) => new TextEncoder().encode(await exportSPKI(publicKey));

/** The first key of every issuer: making one takes a tenth of a second. */
let firstKey: Promise<IssuerKey> | undefined;

/** An OpenID Connect issuer, as far as its tokens are checked: discovery and keys. */
export async function openIssuer(): Promise<Issuer> {
  let key = await (firstKey ??= makeKey());
  const instead: Issuer['instead'] = new Map();
  const site = await openJsonSite(({ path }) => {
    if (instead.has(path)) return instead.get(path);
    if (path === DISCOVERY) return { json: { issuer: site.url, jwks_uri: `${site.url}${KEYS}` } };
    if (path === KEYS) return { json: { keys: [key.jwk] } };
    return { status: 404, json: {} };
  });
  return {
    ...site,
    instead,
    key: () => key,
    sign: (claims, { privateKey, kid, alg } = key) => new SignJWT(claims).setProtectedHeader({ alg, kid, typ: 'JWT' }).sign(privateKey),
    async rotate(alg) {
      key = await makeKey(alg);
    },
  };
}
