import { z } from 'zod';
import { contrast, darkenUntilReadable, READABLE } from '../lib/accent.ts';
import { wholeNumber } from '../lib/form-fields.ts';
import { isCurrency } from '../lib/is-currency.ts';
import { ownPath } from '../lib/own-path.ts';
import { DEFAULT_REGION } from '../lib/region.ts';

const LOOPBACK = '127.0.0.1';

/** An empty variable counts as unset. */
const whenSet = <T extends z.ZodType>(type: T) => z.preprocess((value) => (value === '' ? undefined : value), type);
const optional = <T extends z.ZodType>(type: T) => whenSet(type.optional());
/** Blanks around a value are removed; a value of blanks alone counts as unset. */
const key = optional(z.string().trim());
const numeral = (least: number, most: number, error: string) => z.string().pipe(wholeNumber(least, most, error));

const NOT_EMPTY = 'must not be empty: leave it out for its default';

const A_HOST_OF_ITS_OWN =
  'must be an http or https address such as https://deals.example, without a user, a path or a query: Magpie needs a host of its own';

const webAddress = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address such as https://deals.example' })
  .transform((value) => new URL(value).origin);

/** The site's own address: an origin, because the site must be at the root of a host. */
const siteAddress = z
  .url({ protocol: /^https?$/, error: A_HOST_OF_ITS_OWN, abort: true })
  .refine((value) => URL.parse(value)?.href === `${URL.parse(value)?.origin}/`, { error: A_HOST_OF_ITS_OWN })
  .transform((value) => new URL(value).origin);

/** @param usual what it is where it is not set */
const switchedOn = (usual: boolean) =>
  whenSet(
    z
      .enum(['0', '1', 'false', 'true', 'off', 'on', 'no', 'yes'], { error: 'must be 1 or 0' })
      .transform((value) => ['1', 'true', 'on', 'yes'].includes(value))
      .default(usual),
  );

const A_DAY_AT_MOST = 'must be a number of minutes from 0, which hides no score, to 1440';

const A_SCORE = 'must be a score from 0, which shows every deal on the front page, to 1000000';

const LETTERS_AT_LEAST = 'must be a number of letters from 0, which suggests before any is typed, to 20';

/** The address of a GET form: without query, which the form replaces, and without fragment. */
const formAddress = z
  .string()
  .refine((value) => !/[?#]/.test(value) && (ownPath(value) !== undefined || z.url({ protocol: /^https?$/ }).safeParse(value).success), {
    error: 'must be a path such as /search, or an http or https address, without a query',
  });

const MOST_PRERENDERED = 10_000_000;

/** `name=address` pairs, separated by blanks. */
const pixels = z.string().transform((text, check) => {
  const pairs = text
    .split(/\s+/)
    .filter(Boolean)
    .map((pair) => /^([\w-]+)=(https:\/\/\S+)$/.exec(pair));
  if (pairs.every((pair) => pair !== null && URL.canParse(pair[2] ?? '')))
    return new Map(pairs.map((pair) => [pair?.[1] ?? '', pair?.[2] ?? '']));
  check.addIssue({
    code: 'custom',
    message: 'must be names and addresses such as "agency=https://pixel.example/p.gif", separated by blanks',
  });
  return z.NEVER;
});

/** Hosts separated by blanks, each with its port where it is not the default. */
const privateHosts = z.string().transform((text, check) => {
  const hosts = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (hosts.every((host) => URL.parse(`http://${host}`)?.host === host.replace(/:80$/, ''))) return new Set(hosts);
  check.addIssue({ code: 'custom', message: 'must be hosts such as "media.intern 10.0.0.5:8080", separated by blanks' });
  return z.NEVER;
});

const LONGEST_NAME = 40;
const LONGEST_DESCRIPTION = 160;

const A_POSTGRES_ADDRESS =
  'must be an address such as postgres://user:password@127.0.0.1/database, with / # ? @ : and % of a password written as %2F %23 %3F %40 %3A and %25';

/** A colour on which white text is read. */
const accent = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i, { error: 'must be a colour such as #1f5fe0', abort: true })
  .toLowerCase()
  .superRefine((color, check) => {
    const reached = contrast(color, '#ffffff');
    if (reached >= READABLE) return;
    const message = `must be dark enough for white text: its contrast is ${(Math.floor(reached * 100) / 100).toFixed(2)} and must be ${READABLE}; ${darkenUntilReadable(color)} would do`;
    check.addIssue({ code: 'custom', message });
  });

const sender = z.string().regex(/^[^@\r\n]*@[^\r\n]*$/, 'must be an e-mail address, or Name <address>');

const currency = z.string().refine(isCurrency, { error: 'must be a currency code such as USD, EUR or JPY' });

/** A language that `Intl` knows: for others it takes that of the machine. */
const locale = z
  .string()
  .refine((tag) => accepts(() => Intl.getCanonicalLocales(tag)) && Intl.NumberFormat.supportedLocalesOf(tag).length > 0, {
    error: 'must be a language tag such as en-US or de-DE',
  });

const timeZone = z.string().refine((timeZone) => accepts(() => new Intl.DateTimeFormat('en', { timeZone })), {
  error: 'must be a time zone such as UTC or Europe/Berlin',
});

/** Whether `Intl` takes a value: it throws a RangeError at others. */
function accepts(attempt: () => unknown): boolean {
  try {
    attempt();
    return true;
  } catch {
    return false;
  }
}

/** The variables that a site reads (contract.md, Environment), each with its default and the message for a wrong value. */
export const environment = z.object({
  PORT: whenSet(numeral(0, 65_535, 'must be a port number, 0 to 65535').default(4321)),
  HOST: z.string().min(1, NOT_EMPTY).default(LOOPBACK),
  SITE_URL: optional(siteAddress),
  SITE_NAME: z
    .string()
    .trim()
    .min(1, 'must not be blank')
    .max(LONGEST_NAME, `must have ${LONGEST_NAME} characters at most`)
    .default('Magpie'),
  SITE_DESCRIPTION: optional(z.string().trim().max(LONGEST_DESCRIPTION, `must have ${LONGEST_DESCRIPTION} characters at most`)),
  SITE_COLOR: optional(accent),
  SITE_CURRENCY: whenSet(currency.default(DEFAULT_REGION.currency)),
  SITE_LOCALE: whenSet(locale.default(DEFAULT_REGION.locale)),
  SITE_TIMEZONE: whenSet(timeZone.default(DEFAULT_REGION.timeZone)),
  DATA_DIR: z.string().min(1, NOT_EMPTY).default('data'),
  PUBLISH_DIR: optional(z.string()),
  DATABASE_URL: optional(z.url({ protocol: /^postgres(ql)?$/, error: A_POSTGRES_ADDRESS })),
  PRERENDER_LIMIT: whenSet(numeral(0, MOST_PRERENDERED, `must be a number of deals, 0 to ${MOST_PRERENDERED}`).default(100_000)),
  TRUST_PROXY: switchedOn(false),
  DEBUG_PAGES: switchedOn(false),
  HSTS_INCLUDE_SUBDOMAINS: switchedOn(false),
  // As browsers have it: a network of one's own has hosts without a dot.
  CONTACT_EMAIL: optional(z.email({ pattern: z.regexes.html5Email, error: 'must be an e-mail address' })),
  SECRET: optional(z.string().min(32, 'must have 32 characters or more')),
  SMTP_URL: optional(z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' })),
  MAIL_FROM: optional(sender),
  ALERTS_FROM: optional(sender),
  FRONTPAGE_SCORE: whenSet(numeral(0, 1_000_000, A_SCORE).default(10)),
  HOT_SCORE: whenSet(numeral(1, 1_000_000, 'must be a score from 1 to 1000000').default(100)),
  SCORE_HIDDEN_MINUTES: whenSet(numeral(0, 1440, A_DAY_AT_MOST).default(10)),
  REG_MODAL_ON_LOAD: switchedOn(false),
  REG_MODAL_SMALL: whenSet(z.enum(['overlay', 'drawer', 'takeover'], { error: 'must be overlay, drawer or takeover' }).default('drawer')),
  REG_MODAL_LARGE: whenSet(
    z
      .enum(['center', 'top-right', 'bottom-left', 'takeover'], { error: 'must be center, top-right, bottom-left or takeover' })
      .default('center'),
  ),
  SEARCH_ACTION: whenSet(formAddress.default('/search')),
  SEARCH_MINIMUM: whenSet(numeral(0, 20, LETTERS_AT_LEAST).default(1)),
  SITE_HOST: whenSet(z.enum(['deals', 'coupons'], { error: 'must be deals or coupons' }).default('deals')),
  BANNER_PIXELS: optional(pixels),
  TRACKING: switchedOn(true),
  CONSENT: whenSet(z.enum(['ask', 'none'], { error: 'must be ask or none' }).default('none')),
  FETCH_PRIVATE_HOSTS: optional(privateHosts),
  OFFLINE_PAGES: switchedOn(true),
  GOOGLE_CLIENT_ID: key,
  GOOGLE_ISSUER: whenSet(webAddress.default('https://accounts.google.com')),
  FACEBOOK_APP_ID: optional(z.string().regex(/^\d+$/, 'must be a number')),
  FACEBOOK_APP_SECRET: key,
  FACEBOOK_API_URL: whenSet(webAddress.default('https://graph.facebook.com')),
  FACEBOOK_SCRIPT_URL: whenSet(webAddress.default('https://connect.facebook.net')),
  RECAPTCHA_V3_PUBLIC_KEY: key,
  RECAPTCHA_V3_SECRET: key,
  RECAPTCHA_V2_PUBLIC_KEY: key,
  RECAPTCHA_V2_SECRET: key,
  RECAPTCHA_URL: whenSet(webAddress.default('https://www.google.com')),
});

export type Environment = z.infer<typeof environment>;
