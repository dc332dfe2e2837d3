import sax from 'sax';
import { LONGEST_LINE } from './read-lines.ts';

/** An element of a product: its text, and those inside it, such as the price of `<g:shipping>`. */
export interface ProductElement {
  name: string;
  text: string;
  parts: Record<string, string>;
}

/** A product of a feed, from its `<item>` (RSS) or `<entry>` (Atom). */
export interface Product {
  /** Where it begins, counted from 1. */
  line: number;
  /** Elements of Google's namespace first, then the others, in the order of the feed. Undefined when the product is longer than 1 MiB. */
  elements: ProductElement[] | undefined;
  /** The name of the feed, if it came before the product. */
  feed: string | undefined;
}

/** Why XML cannot be read any further. */
export class XmlFault extends Error {
  readonly line: number;

  constructor(line: number, reason: string) {
    super(reason);
    this.line = line;
  }
}

const GOOGLE = 'http://base.google.com/ns/1.0';
const PRODUCTS = new Set(['item', 'entry']);

/** Parses a feed piece by piece, so that memory does not grow with it; each piece gives the products that end in it. */
export class ProductParser {
  readonly #parser = sax.parser(true, { position: true });
  /** Prefixes of the elements that are read. Those of RSS and Atom have none; some feeds omit Google's, and some give it another. */
  readonly #prefixes = new Set(['', 'g']);
  #path: string[] = [];
  #title = '';
  #product: { line: number; length: number; elements: ProductElement[] } | undefined;
  #ended: Product[] = [];

  constructor() {
    this.#parser.onopentag = (tag) => this.#open(tag.name, tag.attributes);
    this.#parser.onclosetag = () => this.#close();
    this.#parser.ontext = (text) => this.#add(text);
    this.#parser.oncdata = (text) => this.#add(text);
    this.#parser.onerror = (error) => {
      throw new XmlFault(this.#parser.line + 1, `column ${this.#parser.column + 1} on: ${error.message.split('\n')[0]}`);
    };
  }

  /** @throws XmlFault when it is not well-formed */
  write(text: string): Product[] {
    this.#parser.write(text);
    return this.#ended.splice(0);
  }

  /** Ends the feed. @throws XmlFault when something is left open */
  end(): void {
    this.#parser.close();
  }

  /** How deep within the product; 1 is the product itself. */
  get #depth(): number {
    return this.#product ? this.#path.length - this.#path.findIndex((name) => PRODUCTS.has(name)) : 0;
  }

  #open(name: string, attributes: Record<string, string | sax.QualifiedAttribute>): void {
    this.#path.push(name);
    for (const [key, value] of Object.entries(attributes))
      if (value === GOOGLE && key.startsWith('xmlns:')) this.#prefixes.add(split(key)[1]);
    if (!this.#product) {
      if (PRODUCTS.has(name)) this.#product = { line: this.#parser.line + 1, length: 0, elements: [] };
      return;
    }
    if (this.#depth === 2) this.#product.elements.push({ name, text: hrefOf(attributes), parts: {} });
  }

  #close(): void {
    const depth = this.#depth;
    this.#path.pop();
    if (depth !== 1 || !this.#product) return;
    const { line, length, elements } = this.#product;
    this.#product = undefined;
    const known = elements.flatMap((element) => {
      const [prefix, name] = split(element.name);
      return this.#prefixes.has(prefix) ? [{ ...element, prefix, name, text: element.text.trim() }] : [];
    });
    const googleFirst = known.toSorted((a, b) => Number(b.prefix !== '') - Number(a.prefix !== ''));
    this.#ended.push({ line, elements: length > LONGEST_LINE ? undefined : googleFirst, feed: this.#title.trim() || undefined });
  }

  #add(text: string): void {
    if (!this.#product) {
      if (this.#path.length <= 3 && this.#path.at(-1) === 'title') this.#title += text.slice(0, 200);
      return;
    }
    this.#product.length += text.length;
    const element = this.#product.elements.at(-1);
    if (!element || this.#product.length > LONGEST_LINE) return;
    const depth = this.#depth;
    if (depth === 2) element.text += text;
    const part = depth === 3 ? split(this.#path.at(-1) ?? '')[1] : undefined;
    if (part !== undefined) element.parts[part] = `${element.parts[part] ?? ''}${text}`.trim();
  }
}

function split(name: string): [prefix: string, local: string] {
  const at = name.indexOf(':');
  return [name.slice(0, Math.max(at, 0)), name.slice(at + 1)];
}

/** Links of Atom are in an attribute; those that do not lead to the page of the product itself say so. */
function hrefOf({ href, rel = 'alternate' }: Record<string, string | sax.QualifiedAttribute>): string {
  return typeof href === 'string' && rel === 'alternate' ? href : '';
}
