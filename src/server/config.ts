import { join, resolve } from 'node:path';
import type { Region } from '../lib/region.ts';
import { environment, type Environment } from './environment.ts';
import { readSiteFile, type SiteFile } from './look/site-files.ts';

/** Everything an operator can set (contract.md, Environment), checked and with its defaults filled in. */
export interface Config {
  port: number;
  host: string;
  /** Origin of the site, without a trailing slash. */
  siteUrl: string;
  siteName: string;
  /** A description of the site, in a sentence; undefined for Magpie's default. */
  siteDescription: string | undefined;
  /** The site's own colour as `#rrggbb`; white text is read on it. */
  color: string | undefined;
  /** The site's own mark and favicon, from `DATA_DIR/site/`. */
  mark: SiteFile | undefined;
  favicon: SiteFile | undefined;
  /** The default format of prices, counts and dates, for writing and reading. */
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
  /** Whether error pages show what went wrong, and `/debug/error-reporting` fails when it is asked to. */
  debugPages: boolean;
  /** Whether the HSTS header includes the site's subdomains. */
  hstsIncludeSubDomains: boolean;
  contactEmail: string;
  /** Key for signing what the site hands out; undefined means the one that is stored in `dataDir` (`secret.ts`). */
  secret: string | undefined;
  /** Undefined means that each mail becomes a file. */
  smtpUrl: string | undefined;
  mailFrom: string;
  /** Sender of mails about alerts and notifications, so that mail servers rate it apart from that of account mails. */
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
  /** The kind of site; the search box of 'coupons' has no suggestions. */
  siteHost: 'deals' | 'coupons';
  /** Addresses of the pictures by which third parties count banners, by the names that banners may have in `thirdPartyPixelName`. */
  bannerPixels: Map<string, string>;
  /** Whether visits are counted: `on` until the visitor says no, `ask` once the visitor says yes, or `off`. */
  tracking: 'on' | 'ask' | 'off';
  /** Hosts of the operator's own network that pictures may be fetched from. */
  privateHosts: ReadonlySet<string>;
  /** Whether browsers store visited pages for reading offline; if not, they delete stored ones. */
  offlinePages: boolean;
  /** Sign-in with Google; undefined means off, as for the following settings. */
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
  const siteUrl = set.SITE_URL ?? loopbackUrl(set.PORT);
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

/** @throws ConfigError for port 0, because which port it comes to is known only after links were made */
function loopbackUrl(port: number): string {
  if (port === 0) throw new ConfigError('SITE_URL must be set, too, where PORT is 0: links would name port 0. Set it, or another PORT');
  return `http://localhost:${port}`;
}

/** @throws ConfigError for a file that is no picture, or too large */
function siteFiles(dataDir: string): Pick<Config, 'mark' | 'favicon'> {
  const problems: string[] = [];
  const note = (problem: string) => problems.push(problem);
  const files = { mark: readSiteFile(dataDir, 'mark', note), favicon: readSiteFile(dataDir, 'favicon', note) };
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  return files;
}

/** @throws ConfigError when a web server could read private files, or pages would be mixed with other files of the site */
function publishDir(given: string | undefined, dataDir: string): string {
  const usual = join(dataDir, 'public');
  if (given === undefined) return usual;
  const folder = resolve(given);
  if (`${dataDir}/`.startsWith(folder === '/' ? folder : `${folder}/`))
    throw new ConfigError(`PUBLISH_DIR must be a folder of its own, and not DATA_DIR or one that holds it (is "${given}")`);
  if (folder !== usual && folder.startsWith(dataDir === '/' ? dataDir : `${dataDir}/`))
    throw new ConfigError(`PUBLISH_DIR must be a folder of its own outside DATA_DIR, or not be set (is "${given}")`);
  return folder;
}

/** The value of a variable, for messages; hidden if it may be a secret. */
const givenValue = (name: string, env: NodeJS.ProcessEnv) =>
  /SECRET|SMTP|DATABASE_URL/.test(name) || /:\/\/\S*@/.test(env[name] ?? '') ? '' : `(is "${env[name]}")`;

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

/** Settings that only work together. */
function together<Name extends string>(set: Partial<Record<NoInfer<Name>, string>>, ...names: Name[]): (string | undefined)[] {
  const values = names.map((name) => set[name]);
  const missing = names.filter((_name, index) => !values[index]);
  if (missing.length > 0 && missing.length < names.length)
    throw new ConfigError(`${missing.join(', ')} must be set, too, where ${names.filter((name) => set[name]).join(' and ')} is`);
  return values;
}
