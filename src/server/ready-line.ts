import { isIPv6 } from 'node:net';
import type { Config } from './config.ts';

/** The line that is printed once the site can be visited: its URL, and the address that it listens on, which differs behind a proxy. */
export function readyLine({ siteUrl, host, port }: Pick<Config, 'siteUrl' | 'host' | 'port'>): string {
  return `Magpie is ready at ${siteUrl}, and listens on ${isIPv6(host) ? `[${host}]` : host}:${port}`;
}
