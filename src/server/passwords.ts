import { argon2, randomBytes, timingSafeEqual, type Argon2Parameters } from 'node:crypto';
import { promisify } from 'node:util';
import pLimit from 'p-limit';

type Cost = Pick<Argon2Parameters, 'memory' | 'passes' | 'parallelism'>;

/** OWASP's minimum for argon2id with one pass: 46 MiB. */
const COST: Cost = { memory: 46 * 1024, passes: 1, parallelism: 1 };
const KEY_BYTES = 32;
/** How many hashes are computed at once; each needs its memory meanwhile. */
const AT_ONCE = 2;
/** How many may wait: at 0.1 s each they are done before a browser gives up. Further ones are refused. */
const MOST_WAITING = 100;

const derive = promisify(argon2);

/** The result of comparing a password. */
interface Tried {
  right: boolean;
  /** Whether the stored hash has another cost, so that it should be made again. */
  outdated: boolean;
}

/** Hashes of passwords, a few at a time, so that log-ins cannot exhaust the memory. */
export interface Passwords {
  /** @returns the hash in PHC form; undefined when too many are waiting */
  hash(password: string): Promise<string | undefined>;
  /**
   * Compares a password with a stored hash. Without a hash it takes as long and returns that the password is wrong.
   * @returns undefined when too many are waiting
   */
  verify(password: string, stored: string | null): Promise<Tried | undefined>;
}

/** @param cost for tests of a change of it; everybody else takes the default */
export function openPasswords(cost: Cost = COST): Passwords {
  const limit = pLimit(AT_ONCE);
  const inTurn = async <T>(work: () => Promise<T>) => (limit.pendingCount >= MOST_WAITING ? undefined : limit(work));
  const nobodys = phc(cost, randomBytes(16), randomBytes(KEY_BYTES));
  return {
    hash: (password) =>
      inTurn(async () => {
        const nonce = randomBytes(16);
        return phc(cost, nonce, await derive('argon2id', { ...cost, message: password, nonce, tagLength: KEY_BYTES }));
      }),
    verify: (password, stored) =>
      inTurn(async () => {
        const { cost: theirs, nonce, key } = parse(stored ?? nobodys);
        const derived = await derive('argon2id', { ...theirs, message: password, nonce, tagLength: key.length });
        return { right: timingSafeEqual(derived, key) && stored !== null, outdated: phc(cost, nonce, key) !== (stored ?? nobodys) };
      }),
  };
}

const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');

const phc = ({ memory, passes, parallelism }: Cost, nonce: Buffer, key: Buffer) =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(nonce)}$${base64(key)}`;

function parse(stored: string): { cost: Cost; nonce: Buffer; key: Buffer } {
  const [, memory, passes, parallelism, nonce, key] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(stored) ?? [];
  if (nonce === undefined || key === undefined) throw new Error('a stored password hash is not in PHC form');
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    nonce: Buffer.from(nonce, 'base64'),
    key: Buffer.from(key, 'base64'),
  };
}
