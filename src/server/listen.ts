import { once } from 'node:events';
import type { Server } from 'node:http';
import { CannotStart } from './cannot-start.ts';
import type { Config } from './config.ts';
import { errorCode } from '../lib/error-code.ts';

type Place = Pick<Config, 'port' | 'host'>;

/**
 * @returns the port, which the system chooses where PORT is 0
 * @throws CannotStart when the server cannot listen at PORT on HOST
 */
export async function listen(server: Server, { port, host }: Place): Promise<number> {
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    const words = WORDS[errorCode(error) ?? ''];
    throw words ? new CannotStart(words({ port, host }), { cause: error }) : error;
  }
  const address = server.address();
  return typeof address === 'object' && address ? address.port : port;
}

const unknownHost = ({ host }: Place) => `HOST ${host} is not known here. Set HOST to an address of this machine, such as 127.0.0.1.`;

/** Messages for the operator, by error code. */
const WORDS: Partial<Record<string, (place: Place) => string>> = {
  EADDRINUSE: ({ port, host }) => `PORT ${port} is in use on ${host}. Set another PORT.`,
  EADDRNOTAVAIL: ({ host }) =>
    `HOST ${host} is no address of this machine. Set HOST to one that is, such as 127.0.0.1, or to 0.0.0.0 for all.`,
  ENOTFOUND: unknownHost,
  EAI_AGAIN: unknownHost,
  EACCES: ({ port, host }) => `The user who runs Magpie may not listen at PORT ${port} on ${host}. Set a PORT from 1024 on.`,
};
