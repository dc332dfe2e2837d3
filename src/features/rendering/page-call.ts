import { z } from 'zod';
import { flag } from '../../lib/form-fields.ts';
import { parseJson } from '../../lib/parse-json.ts';
import { Fault } from '../../server/http/fault.ts';

/** The content of the attribution (spec §7): parameters of the page's query; what else is in it is ignored. */
const ATTRIBUTION = [
  ...['campaign', 'content', 'medium', 'source', 'term'].map((name) => `utm_${name}`),
  ...Array.from({ length: 8 }, (_, number) => `sdxt0${number}`),
];
const attribution = z.object(Object.fromEntries(ATTRIBUTION.map((name) => [name, z.string().nullish()])));

/**
 * Reads the headers of a call for a page (contract.md, Browse): whether its data is wanted, and what the others say is
 * checked and used for nothing.
 * @throws Fault 400 that names the header which is not as it must be
 */
export function wantsData(headers: Headers, siteUrl: string): boolean {
  const given = (name: string) => headers.get(name) || undefined;
  const header = given('x-attribution');
  if (header !== undefined && !attribution.safeParse(parseJson(header)).success)
    throw malformed('X-Attribution must be a JSON object of texts');
  const uri = given('x-page-uri');
  if (uri !== undefined && (/\s/.test(uri) || !URL.canParse(uri, siteUrl))) throw malformed('X-Page-Uri must be the address of a page');
  if (!/^[\x21-\x7e]{0,200}$/.test(headers.get('x-prior-event-id') ?? '')) throw malformed('X-Prior-Event-Id must be an id');
  const wanted = flag.safeParse(headers.get('x-include-page-data') ?? '1');
  if (!wanted.success) throw malformed('X-Include-Page-Data must be 1 or 0');
  return wanted.data;
}

const malformed = (message: string) => new Fault(400, `${message}.`);
