import { LRUCache } from 'lru-cache';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, gzip } from 'node:zlib';
import { acceptedEncodings, type Encoding } from './encoding.ts';

/** A file of a release, with the sizes in bytes of the forms it lies on the disk in. */
export interface StaticFile {
  /** Path of the file, below whatever folder it is listed for; `.br` and `.gz` files lie beside it. */
  file: string;
  type: string;
  /** Digest of the content. */
  digest: string;
  cacheControl: string;
  sizes: Partial<Record<Encoding, number>> & { identity: number };
  /** Whether it lies on the disk in brotli only; other forms are made from it when they are wanted. */
  packed?: true;
  /** Whether a brotli form smaller than the first lies beside it. */
  pressed?: true;
}

/** One form of a file, ready to be sent. */
interface Form {
  /** Name of the body in memory. */
  key: string;
  path: string;
  /** Makes the body of what is read from `path`. */
  unpack?: ((read: Buffer) => Promise<Buffer>) | undefined;
  /** Names and values of the headers in turn, without the length of the body. */
  unchanged: string[];
  /** With it, once it is known. */
  head?: string[] | undefined;
}

/** Lets the browser fetch a page while a link to it is hovered or touched. */
export const SPECULATION_RULES = ['Speculation-Rules', '"/speculation-rules.json"'] as const;

const unbrotli = promisify(brotliDecompress);
const toGzip = promisify(gzip);
const UNPACK = { identity: unbrotli, gzip: async (read: Buffer) => toGzip(await unbrotli(read)) };
const CACHE_BYTES = 128 * 1024 * 1024;
const SUFFIX: Record<Encoding, string> = { br: '.br', gzip: '.gz', identity: '' };

/**
 * Answers from published files: precompressed, with ETag and 304, the most wanted bodies held in bounded memory. Most
 * requests end here, so what can be made once is made once, and a body in memory is sent without waiting. An address
 * answers with one file or with the next, never with parts of both: what a path holds does not change.
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

  /** Lets an address answer with a file from now on, or with none. */
  put(name: string, file: StaticFile | undefined): void {
    if (file) this.#files.set(name, file);
    else this.#files.delete(name);
  }

  /** Answers a GET or HEAD with a file; a promise when it must be read first. */
  send(file: StaticFile, request: IncomingMessage, response: ServerResponse): void | Promise<void> {
    const form = this.#form(file, acceptedEncodings(rawHeader(request, 'accept-encoding')));
    if (matches(rawHeader(request, 'if-none-match'), file.digest)) {
      response.writeHead(304, form.unchanged).end();
      return;
    }
    if (request.method === 'HEAD') {
      response.writeHead(200, form.head ?? form.unchanged).end();
      return;
    }
    const body = this.#bodies.get(form.key);
    if (!body) return this.#readAndSend(form, response);
    response.writeHead(200, (form.head ??= withLength(form.unchanged, body.length))).end(body);
  }

  async #readAndSend(form: Form, response: ServerResponse): Promise<void> {
    const read = await readFile(form.path);
    const body = form.unpack ? await form.unpack(read) : read;
    this.#bodies.set(form.key, body);
    response.writeHead(200, (form.head ??= withLength(form.unchanged, body.length))).end(body);
  }

  #form(file: StaticFile, accepted: Encoding[]): Form {
    let encoding: Encoding = 'identity';
    for (const name of accepted)
      if (file.packed || file.sizes[name] !== undefined) {
        encoding = name;
        break;
      }
    let forms = this.#forms.get(file);
    if (!forms) this.#forms.set(file, (forms = {}));
    return (forms[encoding] ??= this.#makeForm(file, encoding));
  }

  #makeForm(file: StaticFile, encoding: Encoding): Form {
    const unchanged = [
      ...this.#shared,
      ...['Content-Type', file.type, 'ETag', `"${file.digest}-${encoding}"`, 'Cache-Control', file.cacheControl],
      ...(file.type.startsWith('text/html') ? SPECULATION_RULES : []),
      ...(file.sizes.br === undefined ? [] : ['Vary', 'Accept-Encoding']),
      ...(encoding === 'identity' ? [] : ['Content-Encoding', encoding]),
    ];
    const br = file.pressed ? '.11.br' : SUFFIX.br;
    return {
      key: file.file + (encoding === 'br' ? br : SUFFIX[encoding]),
      path: file.file + (file.packed || encoding === 'br' ? br : SUFFIX[encoding]),
      unpack: file.packed && encoding !== 'br' ? UNPACK[encoding] : undefined,
      unchanged,
      head: file.sizes[encoding] === undefined ? undefined : withLength(unchanged, file.sizes[encoding]),
    };
  }
}

const withLength = (head: readonly string[], length: number) => [...head, 'Content-Length', String(length)];

/** A header as it was sent. `request.headers` would put all of them into an object first, for every request anew. */
export function rawHeader({ rawHeaders }: IncomingMessage, name: string): string | undefined {
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const sent = rawHeaders[index];
    if (sent?.length === name.length && sent.toLowerCase() === name) return rawHeaders[index + 1];
  }
  return undefined;
}

/** Whether a client has this content already, in whatever encoding (weak comparison, RFC 9110, 13.1.2). */
function matches(header: string | undefined, digest: string): boolean {
  return header !== undefined && (header.includes(`"${digest}-`) || header.trim() === '*');
}
