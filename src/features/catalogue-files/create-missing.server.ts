import type { Db } from '../../server/db/database.ts';
import type { Stage } from '../../server/db/staging.ts';
import { append } from '../../lib/append.ts';
import { nameOf } from './category-paths.ts';
import { resolveCategories } from './resolve-categories.server.ts';
import { createNamed, namedAlike, parseAddress } from './create-named.server.ts';
import {
  replaceNames,
  unknownNames,
  type CreatedRecord,
  type ResolvedNames,
  type UnknownName,
  type Unresolved,
} from './unknown-names.server.ts';

/** How many kinds of missing records deals may name: stores, brands, categories and forums. */
export const MISSING_KINDS = 4;

/**
 * Finds stores, categories and brands of staged deals and offers by name, where they are not given by slug, and replaces names with slugs.
 * @param createMissing stages what is not found: stores with the host of their deals, categories with those above them, brands, forums
 * @param onProgress called with how many of the kinds (`MISSING_KINDS`) were looked for
 * @returns what was staged, and why other names were not resolved
 */
export async function createMissingRecords(
  db: Db,
  stage: Stage,
  createMissing: boolean,
  onProgress: (done: number) => void | Promise<void>,
): Promise<{ made: CreatedRecord[]; unresolved: Unresolved }> {
  const made: CreatedRecord[] = [];
  const unresolved: Unresolved = new Map();
  if (stage.count('deal') + stage.count('offer') === 0) return { made, unresolved };
  let done = 0;
  for (const type of ['store', 'brand'] as const) {
    const unknown = await unknownNames(db, type);
    const resolved = await namedAlike(db, type, unknown);
    if (createMissing) {
      append(made, await createNamed(db, stage, type, unknown, resolved));
      noteNotCreated(unresolved, type, unknown, resolved);
    }
    await replaceNames(db, type, resolved);
    await onProgress(++done);
  }
  const unknown = await unknownNames(db, 'category');
  if (unknown.length > 0) {
    const resolved: ResolvedNames = new Map();
    append(made, await resolveCategories(db, stage, unknown, { resolved, unresolved }, createMissing));
    if (createMissing) noteNotCreated(unresolved, 'category', unknown, resolved);
    await replaceNames(db, 'category', resolved);
  }
  await onProgress(++done);
  if (createMissing) append(made, await createForums(db, stage));
  if (made.length > 0) await stage.finish();
  await onProgress(MISSING_KINDS);
  return { made, unresolved };
}

function noteNotCreated(
  unresolved: Unresolved,
  type: 'store' | 'brand' | 'category',
  unknown: UnknownName[],
  resolved: ResolvedNames,
): void {
  for (const one of unknown) {
    const name = `${type} ${one.value}`;
    if (!resolved.has(one.value) && !unresolved.has(name)) unresolved.set(name, `cannot be made: ${reasonNotCreated(type, one)}`);
  }
}

function reasonNotCreated(type: 'store' | 'brand' | 'category', { value, address }: UnknownName): string {
  if (type === 'store')
    return address === null ? 'no address says where it is' : `its deals lead to "${parseAddress(address)?.hostname ?? address}"`;
  return /[^\s>›»]/.test(value) ? 'several have that name' : 'it has no name';
}

/** Creates the default forum, on a site that does not have it yet. */
async function createForums(db: Db, stage: Stage): Promise<CreatedRecord[]> {
  const made: CreatedRecord[] = [];
  for (const { value: slug, file, line } of await unknownNames(db, 'forum')) {
    const title = nameOf(slug);
    made.push({ type: 'forum', slug, name: title, detail: undefined });
    await stage.add({ type: 'forum', source: '', sourceId: slug, file, line, data: { type: 'forum', slug, title, position: made.length } });
  }
  return made;
}
