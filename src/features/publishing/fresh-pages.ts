import { LRUCache } from 'lru-cache';
import { hasMessage, lastWriteAt } from '../../server/http/fresh.ts';
import { networkOf } from '../../server/http/network.ts';
import { showsPosts } from '../rendering/addresses.ts';
import { MINUTE_MS } from '../../lib/durations.ts';

/** So many pages are made on demand for a network in a minute; after that it gets the published ones, as everybody else does. */
const MOST_A_MINUTE = 300;
const NETWORKS = 10_000;

/** Knows which visitors are to get a page on demand because the published one lacks what they have just done, or the message that says so. */
export class FreshPages {
  #publishedUntil = 0;
  readonly #made = new LRUCache<string, number>({ max: NETWORKS, ttl: MINUTE_MS, noUpdateTTL: true });

  /**
   * Notes that all that was written until a moment is published. It is an earlier one when the clock was put back.
   * @param moment in milliseconds of the database's clock; 0 of a publisher that does not know yet how far it is
   */
  publishedUntil(moment: number): void {
    if (moment > 0) this.#publishedUntil = moment;
  }

  /**
   * Counts a page that is to be made on demand for a visitor. The cookies decide only that: forged ones get what everybody can see, as often
   * as the network's limit allows.
   * @param ip the visitor's address
   * @returns false, with nothing counted, where the published page has all that they did; also once the network has had as many as it may
   */
  takeFresh(path: string, cookies: string | undefined, ip: string): boolean {
    const wrote = lastWriteAt(cookies);
    const isBehind = wrote !== undefined && wrote > this.#publishedUntil;
    if ((!isBehind && !hasMessage(cookies)) || !showsPosts(path)) return false;
    const network = networkOf(ip);
    const made = (this.#made.get(network) ?? 0) + 1;
    this.#made.set(network, made);
    return made <= MOST_A_MINUTE;
  }
}
