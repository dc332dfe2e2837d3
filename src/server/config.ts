import { join, resolve } from 'node:path';
import { z } from 'zod';
import { contrast, darkEnough, READABLE } from '../lib/accent.ts';
import { wholeNumber } from '../lib/form-fields.ts';
import { ownPath } from '../lib/own-path.ts';
import { DEFAULT_REGION, type Region } from '../lib/region.ts';
import { readSiteFile, type SiteFile } from './look/site-files.ts';

const LOOPBACK = '127.0.0.1';

/** An empty variable counts as unset. */
const whenSet = <T extends z.ZodType>(type: T) => z.preprocess((value) => (value === '' ? undefined : value), type);
const optional = <T extends z.ZodType>(type: T) => whenSet(type.optional());
const numeral = (least: number, most: number, error: string) => z.string().pipe(wholeNumber(least, most, error));

const webAddress = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address such as https://deals.example' })
  .transform((value) => new URL(value).origin);

const switchedOn = z
  .enum(['', '0', '1', 'false', 'true', 'off', 'on', 'no', 'yes'], { error: 'must be 1 or 0' })
  .transform((value) => ['1', 'true', 'on', 'yes'].includes(value));

const A_DAY_AT_MOST = 'must be a number of minutes from 0, which hides no score, to 1440';

const A_SCORE = 'must be a score from 0, which shows every deal on the front page, to 1000000';

const LETTERS_AT_LEAST = 'must be a number of letters from 0, which suggests before any is typed, to 20';

/** Where a form goes: a GET replaces the query and has no use for a fragment. */
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

const LONGEST_DESCRIPTION = 160;

/** A colour on which white text is read. */
const accent = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i, 'must be a colour such as #1f5fe0')
  .toLowerCase()
  .superRefine((color, check) => {
    const reached = contrast(color, '#ffffff');
    if (reached >= READABLE) return;
    const message = `must be dark enough for white text: its contrast is ${(Math.floor(reached * 100) / 100).toFixed(2)} and must be ${READABLE}; ${darkEnough(color)} would do`;
    check.addIssue({ code: 'custom', message });
  });

const sender = z.string().regex(/^[^\r\n]*@[^\r\n]*$/, 'must be an e-mail address, or Name <address>');

const currency = z
  .string()
  .refine((code) => Intl.supportedValuesOf('currency').includes(code), { error: 'must be a currency code such as USD, EUR or JPY' });

const locale = z
  .string()
  .refine((tag) => accepts(() => Intl.getCanonicalLocales(tag)), { error: 'must be a language tag such as en-US or de-DE' });

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

const environment = z.object({
  PORT: whenSet(numeral(0, 65_535, 'must be a port number, 0 to 65535').default(4321)),
  HOST: z.string().min(1).default(LOOPBACK),
  SITE_URL: optional(webAddress),
  SITE_NAME: z.string().trim().min(1, 'must not be blank').max(40).default('Magpie'),
  SITE_DESCRIPTION: optional(z.string().trim().max(LONGEST_DESCRIPTION, `must have ${LONGEST_DESCRIPTION} characters at most`)),
  SITE_COLOR: optional(accent),
  SITE_CURRENCY: whenSet(currency.default(DEFAULT_REGION.currency)),
  SITE_LOCALE: whenSet(locale.default(DEFAULT_REGION.locale)),
  SITE_TIMEZONE: whenSet(timeZone.default(DEFAULT_REGION.timeZone)),
  DATA_DIR: z.string().min(1).default('data'),
  PUBLISH_DIR: optional(z.string()),
  DATABASE_URL: optional(z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' })),
  PRERENDER_LIMIT: whenSet(numeral(0, MOST_PRERENDERED, `must be a number of deals, 0 to ${MOST_PRERENDERED}`).default(100_000)),
  TRUST_PROXY: switchedOn.default(false),
  DEBUG_PAGES: switchedOn.default(false),
  HSTS_INCLUDE_SUBDOMAINS: switchedOn.default(false),
  CONTACT_EMAIL: optional(z.email({ error: 'must be an e-mail address' })),
  SECRET: optional(z.string().min(32, 'must have 32 characters or more')),
  SMTP_URL: optional(z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' })),
  MAIL_FROM: optional(sender),
  ALERTS_FROM: optional(sender),
  FRONTPAGE_SCORE: whenSet(numeral(0, 1_000_000, A_SCORE).default(10)),
  HOT_SCORE: whenSet(numeral(1, 1_000_000, A_SCORE).default(100)),
  SCORE_HIDDEN_MINUTES: whenSet(numeral(0, 1440, A_DAY_AT_MOST).default(10)),
  REG_MODAL_ON_LOAD: switchedOn.default(false),
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
  TRACKING: switchedOn.default(true),
  CONSENT: whenSet(z.enum(['ask', 'none'], { error: 'must be ask or none' }).default('none')),
  FETCH_PRIVATE_HOSTS: optional(privateHosts),
  OFFLINE_PAGES: whenSet(switchedOn.default(true)),
  GOOGLE_CLIENT_ID: optional(z.string()),
  GOOGLE_ISSUER: whenSet(webAddress.default('https://accounts.google.com')),
  FACEBOOK_APP_ID: optional(z.string().regex(/^\d+$/, 'must be a number')),
  FACEBOOK_APP_SECRET: optional(z.string()),
  FACEBOOK_API_URL: whenSet(webAddress.default('https://graph.facebook.com')),
  FACEBOOK_SCRIPT_URL: whenSet(webAddress.default('https://connect.facebook.net')),
  RECAPTCHA_V3_PUBLIC_KEY: optional(z.string()),
  RECAPTCHA_V3_SECRET: optional(z.string()),
  RECAPTCHA_V2_PUBLIC_KEY: optional(z.string()),
  RECAPTCHA_V2_SECRET: optional(z.string()),
  RECAPTCHA_URL: whenSet(webAddress.default('https://www.google.com')),
});

/** Everything an operator can set (contract.md, Environment), checked and with its defaults filled in. */
export interface Config {
  port: number;
  host: string;
  /** Origin of the site, without a trailing slash. */
  siteUrl: string;
  siteName: string;
  /** What the site is, in a sentence; undefined for Magpie's own words. */
  siteDescription: string | undefined;
  /** The site's own colour as `#rrggbb`; white text is read on it. */
  color: string | undefined;
  /** The site's own mark and favicon, from `DATA_DIR/site/`. */
  mark: SiteFile | undefined;
  favicon: SiteFile | undefined;
  /** How prices, counts and dates are written, and read where nothing else is said. */
  region: Region;
  /** Absolute path of the folder that holds everything the site writes. */
  dataDir: string;
  /** Absolute path of the folder of the published files, which a web server may read. */
  publishDir: string;
  /** How many deals a new release is made with, the newest and the hottest; others are published when they change. */
  prerenderLimit: number;
  /** PostgreSQL address; undefined means the embedded database. */
  databaseUrl: string | undefined;
  trustProxy: boolean;
  /** Whether `/debug/…` is there, and error pages tell what went wrong. */
  debugPages: boolean;
  /** Whether the HSTS header includes the site's subdomains. */
  hstsIncludeSubDomains: boolean;
  contactEmail: string;
  /** Signs what the site hands out; undefined means the one that is kept in `dataDir` (`secret.ts`). */
  secret: string | undefined;
  /** Undefined means that each mail becomes a file. */
  smtpUrl: string | undefined;
  mailFrom: string;
  /** Sender of mails that nobody waits for, so that they have a name of their own with mail servers. */
  alertsFrom: string;
  /** The score, votes up less votes down, from which members bring a deal to the front page. */
  frontpageScore: number;
  /** The score from which a live deal has the mark of a hot one. */
  hotScore: number;
  /** How long a new deal does not show its score, so that first votes do not lead the others; 0 means not at all. */
  scoreHiddenMinutes: number;
  /** How the registration and log-in modal shows (spec §2). */
  regModal: {
    showOnPageLoad: boolean;
    small: 'overlay' | 'drawer' | 'takeover';
    large: 'center' | 'top-right' | 'bottom-left' | 'takeover';
  };
  /** The search box (spec §2): where it submits to, a path or a web address, and from how many letters on it suggests. */
  search: { action: string; minimum: number };
  /** Which of the sites this is; the box of 'coupons' suggests nothing. */
  siteHost: 'deals' | 'coupons';
  /** Addresses of the pictures by which third parties count banners, by the names that banners may have in `thirdPartyPixelName`. */
  bannerPixels: Map<string, string>;
  /** Whether visits are counted: `on` until the visitor says no, `ask` once the visitor says yes, or `off`. */
  tracking: 'on' | 'ask' | 'off';
  /** Hosts of the operator's own network that pictures may be fetched from. */
  privateHosts: ReadonlySet<string>;
  /** Whether browsers keep the pages that their visitors read, for reading offline; where they shall not, they forget what they have. */
  offlinePages: boolean;
  /** Sign-in with Google; undefined means off, and so for the next ones. */
  google: { clientId: string; issuer: string } | undefined;
  facebook: { appId: string; appSecret: string; apiUrl: string; scriptUrl: string } | undefined;
  captcha: { v3?: CaptchaKeys | undefined; v2?: CaptchaKeys | undefined; url: string } | undefined;
}

interface CaptchaKeys {
  publicKey: string;
  secret: string;
}

/** A setting that cannot be used; the message names the variable and says what it must be. */
export class ConfigError extends Error {}

/**
 * Reads the settings of contract.md from an environment.
 * @throws ConfigError listing every variable that is wrong.
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const parsed = environment.safeParse(env);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message} ${givenValue(String(issue.path[0]), env)}`);
    throw new ConfigError(lines.join('\n'));
  }
  const set = parsed.data;
  const siteUrl = set.SITE_URL ?? `http://localhost:${set.PORT}`;
  const host = new URL(siteUrl).hostname;
  const dataDir = resolve(set.DATA_DIR);
  const { mark, favicon } = siteFiles(dataDir);
  return {
    port: set.PORT,
    host: set.HOST,
    siteUrl,
    siteName: set.SITE_NAME,
    siteDescription: set.SITE_DESCRIPTION,
    color: set.SITE_COLOR,
    mark,
    favicon,
    region: { currency: set.SITE_CURRENCY, locale: set.SITE_LOCALE, timeZone: set.SITE_TIMEZONE },
    dataDir,
    publishDir: publishDir(set.PUBLISH_DIR, dataDir),
    prerenderLimit: set.PRERENDER_LIMIT,
    databaseUrl: set.DATABASE_URL,
    trustProxy: set.TRUST_PROXY,
    debugPages: set.DEBUG_PAGES,
    hstsIncludeSubDomains: set.HSTS_INCLUDE_SUBDOMAINS,
    contactEmail: set.CONTACT_EMAIL ?? `help@${host}`,
    secret: set.SECRET,
    smtpUrl: set.SMTP_URL,
    mailFrom: set.MAIL_FROM ?? `no-reply@${host}`,
    alertsFrom: set.ALERTS_FROM ?? set.MAIL_FROM ?? `no-reply@${host}`,
    frontpageScore: set.FRONTPAGE_SCORE,
    hotScore: set.HOT_SCORE,
    scoreHiddenMinutes: set.SCORE_HIDDEN_MINUTES,
    regModal: { showOnPageLoad: set.REG_MODAL_ON_LOAD, small: set.REG_MODAL_SMALL, large: set.REG_MODAL_LARGE },
    search: { action: set.SEARCH_ACTION, minimum: set.SEARCH_MINIMUM },
    siteHost: set.SITE_HOST,
    bannerPixels: set.BANNER_PIXELS ?? new Map<string, string>(),
    tracking: !set.TRACKING ? 'off' : set.CONSENT === 'ask' ? 'ask' : 'on',
    privateHosts: set.FETCH_PRIVATE_HOSTS ?? new Set<string>(),
    offlinePages: set.OFFLINE_PAGES,
    google: set.GOOGLE_CLIENT_ID ? { clientId: set.GOOGLE_CLIENT_ID, issuer: set.GOOGLE_ISSUER } : undefined,
    facebook: facebook(set),
    captcha: captcha(set),
  };
}

/** @throws ConfigError for a file that is no picture, or too large */
function siteFiles(dataDir: string): Pick<Config, 'mark' | 'favicon'> {
  const problems: string[] = [];
  const note = (problem: string) => problems.push(problem);
  const files = { mark: readSiteFile(dataDir, 'mark', note), favicon: readSiteFile(dataDir, 'favicon', note) };
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  return files;
}

/** @throws ConfigError when a web server would get at what nobody else may see */
function publishDir(given: string | undefined, dataDir: string): string {
  if (given === undefined) return join(dataDir, 'public');
  const folder = resolve(given);
  if (`${dataDir}/`.startsWith(folder === '/' ? folder : `${folder}/`))
    throw new ConfigError(`PUBLISH_DIR must be a folder of its own, and not DATA_DIR or one that holds it (is "${given}")`);
  return folder;
}

/** What a variable is, unless it may be a secret. */
const givenValue = (name: string, env: NodeJS.ProcessEnv) => (/SECRET|SMTP|DATABASE_URL/.test(name) ? '' : `(is "${env[name]}")`);

type Environment = z.infer<typeof environment>;

function facebook(set: Environment): Config['facebook'] {
  const [appId, appSecret] = together(set, 'FACEBOOK_APP_ID', 'FACEBOOK_APP_SECRET');
  return appId && appSecret ? { appId, appSecret, apiUrl: set.FACEBOOK_API_URL, scriptUrl: set.FACEBOOK_SCRIPT_URL } : undefined;
}

function captcha(set: Environment): Config['captcha'] {
  const keys = ([publicKey, secret]: (string | undefined)[]) => (publicKey && secret ? { publicKey, secret } : undefined);
  const v3 = keys(together(set, 'RECAPTCHA_V3_PUBLIC_KEY', 'RECAPTCHA_V3_SECRET'));
  const v2 = keys(together(set, 'RECAPTCHA_V2_PUBLIC_KEY', 'RECAPTCHA_V2_SECRET'));
  return v3 || v2 ? { v3, v2, url: set.RECAPTCHA_URL } : undefined;
}

/** Settings of which one is of no use without the other. */
function together<Name extends string>(set: Partial<Record<NoInfer<Name>, string>>, ...names: Name[]): (string | undefined)[] {
  const values = names.map((name) => set[name]);
  const missing = names.filter((_name, index) => !values[index]);
  if (missing.length > 0 && missing.length < names.length)
    throw new ConfigError(`${missing.join(', ')} must be set together with ${names.join(' and ')}`);
  return values;
}
