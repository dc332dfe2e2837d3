import { resolve } from 'node:path';
import { z } from 'zod';

const LOOPBACK = '127.0.0.1';

const optional = <T extends z.ZodType>(type: T) => z.preprocess((value) => (value === '' ? undefined : value), type.optional());

const webAddress = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address such as https://deals.example' })
  .transform((value) => new URL(value).origin);

const switchedOn = z
  .enum(['', '0', '1', 'false', 'true', 'off', 'on', 'no', 'yes'], { error: 'must be 1 or 0' })
  .transform((value) => ['1', 'true', 'on', 'yes'].includes(value));

const environment = z.object({
  PORT: z.coerce.number({ error: 'must be a port number' }).int().min(0).max(65535).default(4321),
  HOST: z.string().min(1).default(LOOPBACK),
  SITE_URL: optional(webAddress),
  SITE_NAME: z.string().trim().min(1, 'must not be blank').max(40).default('Magpie'),
  DATA_DIR: z.string().min(1).default('data'),
  DATABASE_URL: optional(z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' })),
  TRUST_PROXY: switchedOn.default(false),
  CONTACT_EMAIL: optional(z.email({ error: 'must be an e-mail address' })),
});

/** Everything an operator can set (contract.md, Environment), checked and with its defaults filled in. */
export interface Config {
  port: number;
  host: string;
  /** Origin of the site, without a trailing slash. */
  siteUrl: string;
  siteName: string;
  /** Absolute path of the folder that holds everything the site writes. */
  dataDir: string;
  /** PostgreSQL address; undefined means the embedded database. */
  databaseUrl: string | undefined;
  trustProxy: boolean;
  contactEmail: string;
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
    const lines = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message} (is "${env[String(issue.path[0])]}")`);
    throw new ConfigError(lines.join('\n'));
  }
  const set = parsed.data;
  const siteUrl = set.SITE_URL ?? `http://localhost:${set.PORT}`;
  return {
    port: set.PORT,
    host: set.HOST,
    siteUrl,
    siteName: set.SITE_NAME,
    dataDir: resolve(set.DATA_DIR),
    databaseUrl: set.DATABASE_URL,
    trustProxy: set.TRUST_PROXY,
    contactEmail: set.CONTACT_EMAIL ?? `help@${new URL(siteUrl).hostname}`,
  };
}
