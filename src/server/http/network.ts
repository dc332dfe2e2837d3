import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The client's address: that of the socket, or the last one in the header of a trusted proxy, which appends the address that it sees. */
export function clientAddress(request: IncomingMessage, trustProxy: boolean): string {
  const forwarded = trustProxy ? [request.headers['x-forwarded-for']].flat().at(-1)?.split(',').at(-1)?.trim() : undefined;
  return bare(forwarded || request.socket.remoteAddress || '').replaceAll(/[^\da-f.:]/gi, '');
}

/** Some proxies name the port, too. */
const bare = (address: string) => /^\[(.+)\](?::\d+)?$/.exec(address)?.[1] ?? /^([\d.]+):\d+$/.exec(address)?.[1] ?? address;

/**
 * The network of an address, by which limits count: an IPv4 address itself, or the /64 of an IPv6 address, which a household shares
 * (contract.md).
 */
export function networkOf(address: string): string {
  if (!isIP(address)) return 'unknown';
  const known = ipaddr.process(address);
  if (known instanceof ipaddr.IPv4) return known.toString();
  return `${known.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}
