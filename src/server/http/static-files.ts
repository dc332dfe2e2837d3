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

/** Lets the browser fetch a page while a link to it is hovered or touched. */
export const SPECULATION_RULES = ['Speculation-Rules', '"/speculation-rules.json"'] as const;

const CACHE_BYTES = 128 * 1024 * 1024;
const SUFFIX: Record<Encoding, string> = { br: '.br', gzip: '.gz', identity: '' };

/**
 * Answers from the files of a release: precompressed, with ETag and 304, the most wanted bodies held in bounded memory.
 */
export class StaticFiles {
  readonly #folder: string;
  readonly #files: Map<string, StaticFile>;
  readonly #shared: readonly string[];
  readonly #heads = new WeakMap<StaticFile, Map<Encoding, readonly string[]>>();
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

  /** Answers a GET or HEAD with a file. */
  async send(file: StaticFile, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const encoding = acceptedEncodings(request.headers['accept-encoding']).find((name) => file.sizes[name] !== undefined) ?? 'identity';
    const head = this.#head(file, encoding);
    if (matches(request.headers['if-none-match'], file.digest)) {
      response.writeHead(304, head as string[]).end();
      return;
    }
    const length = String(file.sizes[encoding]);
    if (request.method === 'HEAD') {
      response.writeHead(200, [...head, 'Content-Length', length]).end();
      return;
    }
    const path = file.file + SUFFIX[encoding];
    let body = this.#bodies.get(path);
    if (!body) this.#bodies.set(path, (body = await readFile(join(this.#folder, path))));
    response.writeHead(200, [...head, 'Content-Length', length]).end(body);
  }

  #head(file: StaticFile, encoding: Encoding): readonly string[] {
    let heads = this.#heads.get(file);
    if (!heads) this.#heads.set(file, (heads = new Map<Encoding, readonly string[]>()));
    let head = heads.get(encoding);
    if (!head) {
      head = [
        ...this.#shared,
        ...['Content-Type', file.type, 'ETag', `"${file.digest}-${encoding}"`, 'Cache-Control', file.cacheControl],
        ...(file.type.startsWith('text/html') ? SPECULATION_RULES : []),
        ...(file.sizes.br === undefined ? [] : ['Vary', 'Accept-Encoding']),
        ...(encoding === 'identity' ? [] : ['Content-Encoding', encoding]),
      ];
      heads.set(encoding, head);
    }
    return head;
  }
}

/** Whether a client has this content already, in whatever encoding (weak comparison, RFC 9110, 13.1.2). */
function matches(header: string | undefined, digest: string): boolean {
  return header !== undefined && (header.includes(`"${digest}-`) || header.trim() === '*');
}
