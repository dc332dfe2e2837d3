import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { randomFor, shuffled } from './random.ts';
import { z } from 'zod';

export type ProductInput = { id: string; leaf: string; name: string; about: string; price: number };

const sourceRows = z.array(z.object({ id: z.string(), name: z.string(), style: z.string(), description: z.string(), price: z.number() }));
const productRules = z.array(
  z.object({ style: z.string(), name: z.string(), not: z.string().optional(), leaf: z.string(), take: z.number() }),
);

/** Sentences about photographs, moods or "our" range are useless in a description. */
const empty = /\b(our|image|photo|photograph\w*|captured|pictured|backdrop|scene|embrace|introducing|must-have)\b/i;
const openers =
  /^(elevate|embrace|transform|step|indulge|savor|experience|discover|unleash|bring|brighten|wrap|dive|add|make|get|celebrate|create|immerse|explore|capture|enhance|illuminate|revolutionize|upgrade|infuse|sink|escape|welcome|turn|let|keep|stay|enjoy|treat|watch|feel|express|unlock|light|this must|whether)\b/i;
/** The source is meant to be unbranded; the few products that name a real brand are left out. */
const realMakers =
  /\b(tekton|nikon|canon|sony|apple|fender|gibson|nike|adidas|converse|jordans?|rolex|lego|disney|levi|blackmagic|fujifilm|leica|yamaha|steinway|martini|vans|crocs|birkenstock|telecaster|stratocaster|les paul|iphone|ipad|macbook|dewalt|bosch|makita|stihl|timex|seiko|casio|steinberg|shure|neumann|ludwig|akai|korg|roland|gretsch|sigma|tamron|olympus|pentax|garmin|fitbit|samsung|jack daniel\w*|heineken|coca-cola|starbucks|le creuset|ikea|brother|pandora|chanel|gucci|coach|tiffany)\b/i;

/** Selects products whose name matches their style, with the useful sentences of their description. */
export function selectProducts(yamlFile: string): ProductInput[] {
  const rules = productRules.parse(JSON.parse(readFileSync(new URL('inputs/product-rules.json', import.meta.url), 'utf8')));
  const sources = sourceRows.parse(parse(readFileSync(yamlFile, 'utf8')));
  const names = new Set<string>();
  return rules.flatMap((rule) => {
    const wanted = new RegExp(rule.name, 'i');
    const unwanted = new RegExp(rule.not ?? '^$', 'i');
    const rows: ProductInput[] = [];
    for (const source of shuffled(randomFor(`products ${rule.style} ${rule.leaf}`), sources)) {
      const about = describing(source.description);
      const fits = source.style === rule.style && wanted.test(source.name) && !unwanted.test(source.name);
      if (!fits || !about || names.has(source.name) || realMakers.test(`${source.name} ${source.description}`)) continue;
      if (rows.length >= rule.take) break;
      names.add(source.name);
      rows.push({ id: `rt-${source.id.slice(0, 8)}`, leaf: rule.leaf, name: source.name, about, price: source.price });
    }
    return rows.sort((one, other) => (one.id < other.id ? -1 : 1));
  });
}

function describing(description: string): string | undefined {
  const sentences = description
    .replace(/\s+/g, ' ')
    .trim()
    .split(/(?<=[.!?]) (?=[A-Z])/);
  const kept = sentences.filter((sentence) => !empty.test(sentence) && !openers.test(sentence) && !sentence.endsWith('!'));
  const text = kept.slice(0, 2).join(' ');
  return text.length >= 60 ? text : undefined;
}
