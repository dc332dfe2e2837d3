import { openJsonSite, type JsonAnswer, type JsonSite } from './json-site.ts';

export interface SiteVerify extends JsonSite {
  /** What it says of a token that comes with this secret, each once, by `secret token`. */
  verdicts: Map<string, object>;
  /** What it answers to everything instead. */
  instead: { answer?: JsonAnswer };
}

/** The captcha's server, as far as a site asks it about visitors. */
export async function openSiteVerify(): Promise<SiteVerify> {
  const verdicts: SiteVerify['verdicts'] = new Map();
  const instead: SiteVerify['instead'] = {};
  const site = await openJsonSite(({ method, path, form }) => {
    if ('answer' in instead) return instead.answer;
    if (method !== 'POST' || path !== '/recaptcha/api/siteverify') return { status: 404, text: '' };
    const key = `${form.get('secret')} ${form.get('response')}`;
    const verdict = verdicts.get(key);
    verdicts.delete(key);
    return { json: verdict ?? { success: false, 'error-codes': ['timeout-or-duplicate'] } };
  });
  return { ...site, verdicts, instead };
}
