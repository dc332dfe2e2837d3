import { isIPv6 } from 'node:net';
import type { Config } from './config.ts';

/** What a site says once it can be visited: where, and what address it listens on, which for whoever runs a proxy is another thing. */
export function readyLine({ siteUrl, host, port }: Pick<Config, 'siteUrl' | 'host' | 'port'>): string {
  return `Magpie is ready at ${siteUrl}, and listens on ${isIPv6(host) ? `[${host}]` : host}:${port}`;
}
