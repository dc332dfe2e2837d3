import { beginningOf } from '../../lib/beginning-of.ts';
import { slugify } from '../../lib/slug.ts';
import { freeSlug, slugOfName } from './name-slugs.ts';

/** A category, as far as paths need it. */
export interface KnownCategory {
  slug: string;
  name: string;
  parent: string | null;
}

/**
 * What a path leads to: an existing category, the categories to create for it, from the top down, or the paths of several with the same
 * name.
 */
type FoundPath = { slug: string } | { missing: KnownCategory[] } | { several: string[] };

const SEPARATOR = /[>›»]/;
const key = (name: string) => name.trim().toLowerCase();

/**
 * Finds categories by what partners call them: a slug, a name, or a path such as `Home > Kitchen`. Of several with the same name, a
 * top-level one is taken. A path is followed from the top; where it leads nowhere, its last name is enough if only one category has it, at
 * the top or below a name of the path.
 */
export class CategoryPaths {
  private bySlug = new Map<string, KnownCategory>();
  private byName = new Map<string, KnownCategory[]>();

  constructor(known: KnownCategory[]) {
    for (const category of known) this.add(category);
  }

  add(category: KnownCategory): void {
    this.bySlug.set(category.slug, category);
    const named = this.byName.get(key(category.name)) ?? [];
    this.byName.set(key(category.name), [...named, category]);
  }

  find(written: string): FoundPath {
    const names = written.split(SEPARATOR).flatMap((name) => name.trim() || []);
    const found = names.length === 1 ? this.named(names[0] ?? '') : (this.walked(names) ?? this.last(names));
    if (Array.isArray(found)) return { several: found.map((one) => this.pathOf(one)) };
    return found ? { slug: found.slug } : { missing: this.missing(names) };
  }

  private slugged(name: string): KnownCategory | undefined {
    const slug = slugOfName(name);
    return slug === undefined ? undefined : this.bySlug.get(slug);
  }

  private candidates(name: string): KnownCategory[] {
    const bySlug = this.slugged(name);
    const all = [...(this.byName.get(key(name)) ?? []), ...(bySlug ? [bySlug] : [])];
    return [...new Set(all)];
  }

  private named(name: string): KnownCategory | KnownCategory[] | undefined {
    const all = this.byName.get(key(name)) ?? [];
    if (all.length <= 1) return all[0] ?? this.slugged(name);
    return all.find(({ parent }) => parent === null) ?? all;
  }

  /** Its name after those of its ancestors. In a circle of parents each is named once. */
  private pathOf(category: KnownCategory): string {
    const names = new Map<string, string>();
    for (let at: KnownCategory | undefined = category; at && !names.has(at.slug); at = this.bySlug.get(at.parent ?? ''))
      names.set(at.slug, at.name);
    return [...names.values()].toReversed().join(' > ');
  }

  private below(parent: string | null, name: string): KnownCategory | undefined {
    return this.candidates(name).find((one) => one.parent === parent);
  }

  private walked(names: string[]): KnownCategory | undefined {
    let at: KnownCategory | undefined;
    for (const name of names) {
      at = this.below(at?.slug ?? null, name);
      if (!at) return undefined;
    }
    return at;
  }

  private last(names: string[]): KnownCategory | undefined {
    const [only, ...more] = this.candidates(names.at(-1) ?? '');
    if (!only || more.length > 0) return undefined;
    const above = only.parent === null ? undefined : this.bySlug.get(only.parent);
    return !above || names.slice(0, -1).some((name) => key(name) === key(above.name) || slugOfName(name) === above.slug) ? only : undefined;
  }

  /** The categories to create for a path, given those that exist. */
  private missing(names: string[]): KnownCategory[] {
    const made: KnownCategory[] = [];
    let parent: string | null = null;
    for (const name of names) {
      const known: KnownCategory | undefined = made.length === 0 ? this.below(parent, name) : undefined;
      if (known) parent = known.slug;
      else {
        const slug = this.freeSlug(name, parent, made);
        made.push({ slug, name: nameOf(name), parent });
        parent = slug;
      }
    }
    return made;
  }

  private freeSlug(name: string, parent: string | null, made: KnownCategory[]): string {
    const slug = slugOfName(name);
    const wanted = slug === undefined ? [] : [slug, ...(parent === null ? [] : [slugify(`${parent}-${name}`)])];
    return freeSlug(wanted, name, 'category', (one) => this.bySlug.has(one) || made.some((other) => other.slug === one));
  }
}

const MOST_NAME = 100;

/** The name of something that partners refer to by a slug (`sams-club`) or by its name. */
export function nameOf(written: string): string {
  const name = /^[a-z0-9]+(-[a-z0-9]+)*$/.test(written)
    ? written.replaceAll('-', ' ').replace(/\b[a-z]/g, (one) => one.toUpperCase())
    : written;
  return beginningOf(name.trim(), MOST_NAME);
}
