import { ask, FORM, jsonOf, type Answer } from './http.ts';
import { mailTo } from './mails.ts';

let networks = 0;

/** Somebody with cookies and a network address of their own, on a site that trusts the proxy in front of it. */
export class Visitor {
  readonly url: string;
  readonly jar = new Map<string, string>();
  readonly network = `10.${process.pid % 250}.${Math.floor(++networks / 250)}.${networks % 250}`;

  constructor(url: string) {
    this.url = url;
  }

  async get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.keep(await ask(this.url, path, { headers: { ...this.headers(), ...headers } }));
  }

  /** Sends a form as the site's own script does. */
  async send(path: string, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Answer> {
    const body = new URLSearchParams({ ajax: '1', ...fields }).toString();
    return this.post(path, body, { 'Content-Type': FORM, ...headers });
  }

  /** Sends a form as a browser without script does. */
  async submit(path: string, fields: Record<string, string>): Promise<Answer> {
    const headers = { 'Content-Type': FORM, Accept: 'text/html', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Site': 'same-origin' };
    return this.post(path, new URLSearchParams(fields).toString(), headers);
  }

  async post(path: string, body: string, headers: Record<string, string>): Promise<Answer> {
    return this.keep(await ask(this.url, path, { method: 'POST', body, headers: { Origin: this.url, ...this.headers(), ...headers } }));
  }

  /** The token that calls of this visitor's must carry. */
  async token(): Promise<string> {
    return jsonOf<{ securitytoken: string }>(await this.get('/web-api/session/')).securitytoken;
  }

  private headers(): Record<string, string> {
    const cookie = [...this.jar].map(([name, value]) => `${name}=${value}`).join('; ');
    return { 'X-Forwarded-For': this.network, ...(cookie && { Cookie: cookie }) };
  }

  private keep(answer: Answer): Answer {
    for (const line of answer.headers['set-cookie'] ?? []) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      if (/max-age=0|expires=thu, 01 jan 1970/i.test(line)) this.jar.delete(pair.slice(0, at));
      else this.jar.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return answer;
  }
}

export const PASSWORD = 'correct horse battery';

/** An address that nobody else has on this site. */
export const newAddress = () => `member.${process.pid}.${Date.now().toString(36)}.${++networks}@example.org`;

/** Registers somebody. */
export async function register(visitor: Visitor, email = newAddress()): Promise<{ email: string; username: string }> {
  const answer = await visitor.send('/forums/register.php?do=addmember', { email, password: PASSWORD, securitytoken: 'guest' });
  const { username } = jsonOf<{ username?: string }>(answer);
  if (!username) throw new Error(`the registration was refused: ${answer.text}`);
  return { email, username };
}

/** As `register`, in a new browser, and verifies the address by the link that was mailed. */
export async function newVerified({
  url,
  dataDir,
}: {
  url: string;
  dataDir: string;
}): Promise<{ browser: Visitor; email: string; username: string }> {
  const browser = new Visitor(url);
  const { email, username } = await register(browser);
  const { link } = await mailTo(dataDir, email, { subject: /verify/i });
  const token = new URL(link).searchParams.get('token')!;
  await browser.send('/account/verify', { token, securitytoken: await browser.token() });
  return { browser, email, username };
}
