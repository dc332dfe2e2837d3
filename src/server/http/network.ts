import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Who asks: the socket's address, or what a trusted proxy says, which adds its own view at the end of the list. */
export function clientAddress(request: IncomingMessage, trustProxy: boolean): string {
  const forwarded = trustProxy ? [request.headers['x-forwarded-for']].flat().at(-1)?.split(',').at(-1)?.trim() : undefined;
  return bare(forwarded || request.socket.remoteAddress || '').replaceAll(/[^\da-f.:]/gi, '');
}

/** Some proxies name the port, too. */
const bare = (address: string) => /^\[(.+)\](?::\d+)?$/.exec(address)?.[1] ?? /^([\d.]+):\d+$/.exec(address)?.[1] ?? address;

/** What limits count an address as: an IPv4 address itself, of an IPv6 address its /64, which one household has (contract.md). */
export function networkOf(address: string): string {
  if (!isIP(address)) return 'unknown';
  const known = ipaddr.process(address);
  if (known instanceof ipaddr.IPv4) return known.toString();
  return `${known.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}
