import { createHmac } from 'node:crypto';
import { openJsonSite, type JsonAnswer, type JsonSite } from './json-site.ts';

/** What Facebook knows of an access token. */
export interface FacebookToken {
  appId: string;
  userId: string;
  name?: string;
  email?: string | undefined;
  isValid?: boolean;
  /** In seconds; 0 is never. */
  expiresAt?: number;
  type?: string;
}

export interface FacebookGraph extends JsonSite {
  /** By access token. */
  tokens: Map<string, FacebookToken>;
  /** What it answers instead of what it should, by path. */
  instead: Map<string, JsonAnswer>;
}

const refused = (message: string): JsonAnswer => ({ status: 400, json: { error: { message, type: 'OAuthException', code: 190 } } });

/** Facebook's API, as far as an app asks it about people that sign in. */
export async function openFacebookGraph({ appId, appSecret }: { appId: string; appSecret: string }): Promise<FacebookGraph> {
  const tokens: FacebookGraph['tokens'] = new Map();
  const instead: FacebookGraph['instead'] = new Map();
  const site = await openJsonSite(({ path, query }) => {
    if (instead.has(path)) return instead.get(path);
    const accessToken = query.get('access_token') ?? '';
    if (path === '/debug_token') {
      if (accessToken !== `${appId}|${appSecret}`) return refused('Invalid OAuth access token signature.');
      const token = tokens.get(query.get('input_token') ?? '');
      if (!token) return { json: { data: { is_valid: false, error: { code: 190, message: 'Malformed access token' } } } };
      const { userId, isValid = true, expiresAt = 0, type = 'USER' } = token;
      return { json: { data: { app_id: token.appId, type, is_valid: isValid, expires_at: expiresAt, user_id: userId } } };
    }
    const token = tokens.get(accessToken);
    if (path !== '/v10.0/me' || !token) return refused('Invalid OAuth access token.');
    const proof = createHmac('sha256', appSecret).update(accessToken).digest('hex');
    if (query.get('appsecret_proof') !== proof) return refused('Invalid appsecret_proof provided in the API argument');
    return { json: { id: token.userId, name: token.name ?? 'Ada', ...(token.email && { email: token.email }) } };
  });
  return { ...site, tokens, instead };
}
