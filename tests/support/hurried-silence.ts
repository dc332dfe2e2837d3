/**
 * Preloaded into a site on PostgreSQL (`--import`): a silent connection to its database times out five times as soon, so that
 * the 35 s for a statement are over after 7.
 */
import { Socket } from 'node:net';

const port = Number(new URL(process.env['DATABASE_URL'] ?? '').port);
const real = Socket.prototype.setTimeout;
Socket.prototype.setTimeout = function (this: Socket, timeout, callback) {
  return real.call(this, this.remotePort === port ? timeout / 5 : timeout, callback);
};
