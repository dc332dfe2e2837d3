import { LRUCache } from 'lru-cache';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { crc32 } from 'node:zlib';
import { errorCode } from '../../lib/error-code.ts';
import { acceptedEncodings, SUFFIX, type Encoding } from './encoding.ts';
import { knowsTag } from './known-tag.ts';

/** A file of a release, with the sizes in bytes of its encodings on the disk. */
export interface StaticFile {
  /** Path of the file, relative to the folder that it is listed for; `.br` and `.gz` files are beside it. */
  file: string;
  type: string;
  /** Digest of the content. */
  digest: string;
  cacheControl: string;
  sizes: Partial<Record<Encoding, number>> & { identity: number };
  /** CRC-32 of each encoding, for files that are replaced in place; none for those that never change. */
  checksums?: Partial<Record<Encoding, number>>;
}

/** One encoding of a file, ready to be sent. */
interface Form {
  /** Name of the body in memory. */
  key: string;
  path: string;
  checksum: number | undefined;
  /** Names and values of the headers in turn, without the length of the body. */
  unchanged: string[];
  /** Like `unchanged`, with the length of the body. */
  head: string[];
}

/** Lets the browser fetch a page while a link to it is hovered or touched. */
export const SPECULATION_RULES = ['Speculation-Rules', '"/speculation-rules.json"'] as const;

/** Says that an address is data, and no result of a search engine. */
export const NOT_INDEXED = ['X-Robots-Tag', 'noindex'] as const;

/** Cache-Control of addresses whose content never changes. */
export const IMMUTABLE = 'public, max-age=31536000, immutable';

const CACHE_BYTES = 128 * 1024 * 1024;

/**
 * Answers from published files: precompressed, with ETag and 304, and with the most requested bodies in bounded memory. Most
 * requests end here, so everything possible is prepared once, and a body in memory is sent synchronously.
 */
export class StaticFiles {
  readonly #files: Map<string, StaticFile>;
  readonly #shared: readonly string[];
  readonly #forms = new WeakMap<StaticFile, Partial<Record<Encoding, Form>>>();
  readonly #bodies = new LRUCache<string, Buffer>({ maxSize: CACHE_BYTES, sizeCalculation: (body) => body.length + 1 });

  /**
   * @param files by the address they answer, with absolute paths
   * @param shared header names and values of every answer
   */
  constructor(files: Iterable<[string, StaticFile]>, shared: readonly string[]) {
    this.#files = new Map(files);
    this.#shared = shared;
  }

  find(name: string): StaticFile | undefined {
    return this.#files.get(name);
  }

  /** Sets or removes the file with which an address answers. */
  put(name: string, file: StaticFile | undefined): void {
    if (file) this.#files.set(name, file);
    else this.#files.delete(name);
  }

  /**
   * Answers a GET or HEAD with a file; a promise when it must be read first.
   * @returns false, with nothing sent, when the file on the disk has changed: it is being replaced or removed
   */
  send(file: StaticFile, request: IncomingMessage, response: ServerResponse): true | Promise<boolean> {
    const form = this.#form(file, acceptedEncodings(rawHeader(request, 'accept-encoding')));
    if (knowsTag(rawHeader(request, 'if-none-match'), `"${file.digest}-`)) {
      response.writeHead(304, form.unchanged).end();
      return true;
    }
    if (request.method === 'HEAD') {
      response.writeHead(200, form.head).end();
      return true;
    }
    const body = this.#bodies.get(form.key);
    if (!body) return this.#readAndSend(form, response);
    response.writeHead(200, form.head).end(body);
    return true;
  }

  async #readAndSend({ key, path, checksum, head }: Form, response: ServerResponse): Promise<boolean> {
    const body = await readIfThere(path);
    if (!body || (checksum !== undefined && crc32(body) !== checksum)) return false;
    this.#bodies.set(key, body);
    response.writeHead(200, head).end(body);
    return true;
  }

  #form(file: StaticFile, accepted: Encoding[]): Form {
    const encoding = accepted.find((name) => file.sizes[name] !== undefined) ?? 'identity';
    let forms = this.#forms.get(file);
    if (!forms) this.#forms.set(file, (forms = {}));
    return (forms[encoding] ??= this.#makeForm(file, encoding));
  }

  #makeForm(file: StaticFile, encoding: Encoding): Form {
    const unchanged = [
      ...this.#shared,
      'Content-Type',
      file.type,
      'ETag',
      `"${file.digest}-${encoding}"`,
      'Cache-Control',
      file.cacheControl,
      ...(file.type.startsWith('text/html') ? SPECULATION_RULES : []),
      ...(file.type.startsWith('application/json') ? NOT_INDEXED : []),
      ...(file.sizes.br === undefined ? [] : ['Vary', 'Accept-Encoding']),
      ...(encoding === 'identity' ? [] : ['Content-Encoding', encoding]),
    ];
    return {
      key: `${file.digest}-${encoding}`,
      path: file.file + SUFFIX[encoding],
      checksum: file.checksums?.[encoding],
      unchanged,
      head: [...unchanged, 'Content-Length', String(file.sizes[encoding] ?? file.sizes.identity)],
    };
  }
}

async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
/** A header as it was sent. `request.headers` would first convert all of them into an object, for every request. */
export function rawHeader({ rawHeaders }: IncomingMessage, name: string): string | undefined {
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const sent = rawHeaders[index];
    if (sent?.length === name.length && sent.toLowerCase() === name) return rawHeaders[index + 1];
  }
  return undefined;
}
