import { type Brand, displayName } from './brands.ts';
import { pickWeighted, type Random } from './random.ts';
import type { PartInput } from './select-parts.ts';
import { caseWordings } from './wording-cases.ts';
import { deskWordings } from './wording-desk.ts';
import { partWordings } from './wording-parts.ts';
import type { Wording } from './wording.ts';

const wordings: Record<string, Wording> = { ...partWordings, ...caseWordings, ...deskWordings };

/** The wording of a category. @throws when there is none */
export function wordingOf(category: string): Wording {
  const wording = wordings[category];
  if (!wording) throw new Error(`no wording for ${category}`);
  return wording;
}

/** Makes a title of the name, the main specs and the kind of product, without the price. */
export function partTitle(part: PartInput, brand: Brand, random: Random, withColor = false): string {
  const { noun, keySpecs } = wordingOf(part.category);
  const name = displayName(part.name, brand);
  const color = typeof part.specs.color === 'string' ? part.specs.color.toLowerCase().replace(' / ', '/') : undefined;
  const specs = keySpecs(part.specs)
    .filter((spec) => spec !== undefined)
    .filter((spec) => !says(name, spec));
  if (withColor && color) specs.push(color);
  const what = noun(part.specs, part.name);
  const last = says(name, what) ? '' : ` ${what}`;
  if (specs.length === 0) return `${name}${last}`;
  const shapes = { flowing: `${name} ${specs.join(' ')}${last}`, listed: `${name}${last}, ${specs.join(', ')}` };
  const listable = specs.length > 1 && last !== '' && !specs.some((spec) => spec.startsWith('('));
  return shapes[
    listable
      ? pickWeighted(random, [
          ['flowing', 3],
          ['listed', 1],
        ] as const)
      : 'flowing'
  ];
}

/** Whether the name already contains a spec in some spelling: "Eisbaer 360" contains "360 mm", "FULL MODULAR" contains "modular". */
function says(name: string, spec: string): boolean {
  const size = /^(\d{3,}) (?:mm|VA)$/.exec(spec)?.[1];
  if (size && new RegExp(`(?<![a-z0-9])${size}(?![a-z0-9])`, 'i').test(name)) return true;
  if (/modular|wireless/.test(spec) && name.toLowerCase().includes(spec.includes('modular') ? 'modular' : 'wireless')) return true;
  const words = spec
    .toLowerCase()
    .replace(/ (?:lhr|\d+gb)$/, '')
    .split(' ')
    .map((word) => word.replace(/[^a-z0-9]/g, '\\$&'));
  return new RegExp(`(?<![a-z0-9])${words.join('[ -]?')}(?![a-z0-9])`).test(name.toLowerCase());
}
