import { LRUCache } from 'lru-cache';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { acceptedEncodings, type Encoding } from './encoding.ts';

/** A file of a release, with the sizes in bytes of the forms it lies on the disk in. */
export interface StaticFile {
  /** Path below the release's client folder; `.br` and `.gz` files lie beside it. */
  file: string;
  type: string;
  /** Digest of the content. */
  digest: string;
  cacheControl: string;
  sizes: Partial<Record<Encoding, number>> & { identity: number };
}

/** One form of a file, ready to be sent. */
interface Form {
  path: string;
  /** Names and values of the headers in turn, with and without a body. */
  head: string[];
  unchanged: string[];
}

/** Lets the browser fetch a page while a link to it is hovered or touched. */
export const SPECULATION_RULES = ['Speculation-Rules', '"/speculation-rules.json"'] as const;

const CACHE_BYTES = 128 * 1024 * 1024;
const SUFFIX: Record<Encoding, string> = { br: '.br', gzip: '.gz', identity: '' };

/**
 * Answers from the files of a release: precompressed, with ETag and 304, the most wanted bodies held in bounded memory.
 * Most requests end here, so what can be made once is made once, and a body in memory is sent without waiting.
 */
export class StaticFiles {
  readonly #folder: string;
  readonly #files: Map<string, StaticFile>;
  readonly #shared: readonly string[];
  readonly #forms = new WeakMap<StaticFile, Partial<Record<Encoding, Form>>>();
  readonly #bodies = new LRUCache<string, Buffer>({ maxSize: CACHE_BYTES, sizeCalculation: (body) => body.length + 1 });

  /**
   * @param folder the release's client folder
   * @param files by the address they answer
   * @param shared header names and values of every answer
   */
  constructor(folder: string, files: Map<string, StaticFile>, shared: readonly string[]) {
    this.#folder = folder;
    this.#files = files;
    this.#shared = shared;
  }

  find(name: string): StaticFile | undefined {
    return this.#files.get(name);
  }

  /** Takes an address out, so that its on-demand twin answers. */
  forget(name: string): void {
    this.#files.delete(name);
  }

  names(): Iterable<string> {
    return this.#files.keys();
  }

  /** Answers a GET or HEAD with a file; a promise when it must be read first. */
  send(file: StaticFile, request: IncomingMessage, response: ServerResponse): void | Promise<void> {
    const form = this.#form(file, acceptedEncodings(rawHeader(request, 'accept-encoding')));
    if (matches(rawHeader(request, 'if-none-match'), file.digest)) {
      response.writeHead(304, form.unchanged).end();
      return;
    }
    if (request.method === 'HEAD') {
      response.writeHead(200, form.head).end();
      return;
    }
    const body = this.#bodies.get(form.path);
    if (!body) return this.#readAndSend(form, response);
    response.writeHead(200, form.head).end(body);
  }

  async #readAndSend(form: Form, response: ServerResponse): Promise<void> {
    const body = await readFile(join(this.#folder, form.path));
    this.#bodies.set(form.path, body);
    response.writeHead(200, form.head).end(body);
  }

  #form(file: StaticFile, accepted: Encoding[]): Form {
    let encoding: Encoding = 'identity';
    for (const name of accepted)
      if (file.sizes[name] !== undefined) {
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
    return { path: file.file + SUFFIX[encoding], head: [...unchanged, 'Content-Length', String(file.sizes[encoding])], unchanged };
  }
}

/** A header as it was sent. `request.headers` would put all of them into an object first, for every request anew. */
function rawHeader({ rawHeaders }: IncomingMessage, name: string): string | undefined {
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const sent = rawHeaders[index]!;
    if (sent.length === name.length && sent.toLowerCase() === name) return rawHeaders[index + 1];
  }
  return undefined;
}

/** Whether a client has this content already, in whatever encoding (weak comparison, RFC 9110, 13.1.2). */
function matches(header: string | undefined, digest: string): boolean {
  return header !== undefined && (header.includes(`"${digest}-`) || header.trim() === '*');
}
