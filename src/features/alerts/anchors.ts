import { IS_LIVE } from '../filters/index-lexemes.ts';

/** A query of `tsquery` as a tree, as far as alerts' queries go. */
type Node = { lexeme: string } | { op: 'all' | 'any' | 'none'; of: Node[] };

/** Every deal on the site has it. */
export const ANY_DEAL = IS_LIVE;

const TOKEN = /'((?:[^'\\]|''|\\.)*)'(?::[A-D*]+)?|[()&|!]|<->/g;

/** Every lexeme that a query names. */
export function lexemesIn(query: string): string[] {
  return [...new Set([...query.matchAll(TOKEN)].flatMap(([, lexeme]) => (lexeme === undefined ? [] : [plain(lexeme)])))];
}

/**
 * Lexemes of which every deal that matches the query has at least one: the rarest lexeme that the query requires, or, of alternatives, the
 * rarest of each.
 * @param deals approximately how many deals have a lexeme
 */
export function anchorsOf(query: string, deals: (lexeme: string) => number): string[] {
  const cost = (lexemes: string[]) => lexemes.reduce((sum, each) => sum + (each === ANY_DEAL ? Infinity : 1 + deals(each)), 0);
  const rarest = (node: Node): string[] => {
    if ('lexeme' in node) return [node.lexeme];
    // A negated term names no lexeme that a deal has.
    if (node.op === 'none') return [ANY_DEAL];
    const parts = node.of.map(rarest);
    if (node.op === 'any') return [...new Set(parts.flat())];
    return parts.reduce((best, part) => (cost(part) < cost(best) ? part : best));
  };
  return rarest(parse(query)).toSorted();
}

/** Reads `&`, `|`, `!`, `<->` and brackets; `!` binds strongest, then `<->`, and `|` least (PostgreSQL, Text Search Types). */
function parse(query: string): Node {
  const tokens = [...query.matchAll(TOKEN)];
  let at = 0;
  const sequence = (op: 'all' | 'any', sign: string, part: () => Node): Node => {
    const of = [part()];
    for (; tokens[at]?.[0] === sign;) {
      at += 1;
      of.push(part());
    }
    const [only] = of;
    return of.length === 1 && only ? only : { op, of };
  };
  const any = (): Node => sequence('any', '|', all);
  const all = (): Node => sequence('all', '&', phrase);
  const phrase = (): Node => sequence('all', '<->', single);
  const single = (): Node => {
    const token = tokens[at];
    at += 1;
    if (token?.[0] === '(') {
      const inner = any();
      at += 1;
      return inner;
    }
    if (token?.[0] === '!') return { op: 'none', of: [single()] };
    if (token?.[1] === undefined) throw new Error(`not a query: ${query}`);
    return { lexeme: plain(token[1]) };
  };
  return any();
}

const plain = (quoted: string) => quoted.replaceAll(/''|\\(.)/g, (whole, escaped: string | undefined) => escaped ?? whole[0] ?? '');
