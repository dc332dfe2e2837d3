import { newAddress, PASSWORD, register, Visitor } from '../support/http-visitor.ts';
import type { SiteAddress } from '../support/site.ts';
import { median, type Table } from './table.ts';

/** An account takes fewer wrong passwords, and an address fewer mails, before it is told to wait. */
const TRIES_EACH = 5;

const CALLS: Record<string, [path: string, fields: (email: string) => Record<string, string>]> = {
  'log-in with a wrong password': [
    '/forums/login.php',
    (email) => ({ do: 'login', vb_login_username: email, vb_login_password: `not ${PASSWORD}` }),
  ],
  'reset request': ['/forums/login.php', (email) => ({ do: 'emailpassword', email })],
  'magic link request': ['/ajax/login/processAuthorization.php', (email) => ({ do: 'requestLink', email })],
};

/** Whether the time of an answer tells if an address has an account: known and unknown addresses in turn. */
export async function benchSignIn({ url }: SiteAddress, tries: number): Promise<Table> {
  const rows: Table['rows'] = [];
  for (const [call, [path, fields]] of Object.entries(CALLS)) {
    const addresses = Array.from({ length: tries / TRIES_EACH }, () => ({ known: newAddress(), unknown: newAddress() }));
    for (const { known } of addresses) await register(new Visitor(url), known);
    const took = { known: [] as number[], unknown: [] as number[] };
    for (let n = 0; n < tries; n++) {
      // Which of them comes first changes, too.
      for (const kind of n % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)) {
        const visitor = new Visitor(url);
        const began = performance.now();
        const { status, text } = await visitor.send(path, { ...fields(addresses[n % addresses.length]![kind]), securitytoken: 'guest' });
        took[kind].push(performance.now() - began);
        if (status !== 200) throw new Error(`${path} answers ${status}: ${text}`);
      }
    }
    const [known, unknown] = [median(took.known), median(took.unknown)];
    rows.push({ call, 'known, median ms': known, 'unknown, median ms': unknown, ratio: known / unknown, goal: '0.90 to 1.10' });
  }
  return {
    title: 'Telling members from others by time',
    rows,
    notes: [`${tries} tries of each kind, in turn; each from a network of its own`],
  };
}
