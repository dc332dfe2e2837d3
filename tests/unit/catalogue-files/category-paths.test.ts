import { describe, expect, test } from 'vitest';
import { CategoryPaths, nameOf } from '../../../src/features/catalogue-files/category-paths.ts';

const paths = () =>
  new CategoryPaths([
    { slug: 'home', name: 'Home & Garden', parent: null },
    { slug: 'kitchen', name: 'Kitchen', parent: 'home' },
    { slug: 'electronics', name: 'Electronics', parent: null },
    { slug: 'tvs', name: 'Televisions', parent: 'electronics' },
    { slug: 'phone-cases', name: 'Cases', parent: 'electronics' },
    { slug: 'pillow-cases', name: 'Cases', parent: 'home' },
    { slug: 'home-tools', name: 'Tools', parent: 'home' },
    { slug: 'tools', name: 'Tools', parent: null },
  ]);

describe('a category is found', () => {
  test.each([
    ['kitchen', 'kitchen'],
    ['KITCHEN', 'kitchen'],
    ['televisions', 'tvs'],
    ['Home & Garden > Kitchen', 'kitchen'],
    ['Home > Kitchen', 'kitchen'],
    ['Electronics > Video > Televisions', 'tvs'],
    ['Home & Garden > Cases', 'pillow-cases'],
    ['electronics>cases', 'phone-cases'],
    ['TOOLS', 'tools'],
    ['Home > Tools', 'home-tools'],
  ])('by “%s”', (written, slug) => {
    expect(paths().find(written)).toEqual({ slug });
  });

  test('not by a name that several have but none at the top, or below what is called otherwise', () => {
    expect(paths().find('Cases')).toEqual({ several: ['Electronics > Cases', 'Home & Garden > Cases'] });
    expect(paths().find('Toys > Kitchen')).toHaveProperty('missing');
  });
});

describe('what is missing of a path', () => {
  test('goes below what is there of it', () => {
    expect(paths().find('Home > Bath > Towels')).toEqual({
      missing: [
        { slug: 'bath', name: 'Bath', parent: 'home' },
        { slug: 'towels', name: 'Towels', parent: 'bath' },
      ],
    });
  });

  test('gets slugs that are free', () => {
    expect(paths().find('Toys > Kitchen')).toEqual({
      missing: [
        { slug: 'toys', name: 'Toys', parent: null },
        { slug: 'toys-kitchen', name: 'Kitchen', parent: 'toys' },
      ],
    });
  });

  test('is told apart by names that give no slug', () => {
    const all = new CategoryPaths([{ slug: 'deal', name: 'Deal', parent: null }]);
    expect(all.find('家電 > 食品')).toEqual({
      missing: [
        { slug: 'category-1', name: '家電', parent: null },
        { slug: 'category-2', name: '食品', parent: 'category-1' },
      ],
    });
    all.add({ slug: 'category-1', name: '家電', parent: null });
    expect([all.find('家電'), all.find('!'), all.find('食品')]).toEqual([
      { slug: 'category-1' },
      { missing: [{ slug: 'category-2', name: '!', parent: null }] },
      { missing: [{ slug: 'category-2', name: '食品', parent: null }] },
    ]);
  });

  test('is found once it is made', () => {
    const all = paths();
    const found = all.find('Toys > Kitchen');
    if ('missing' in found) for (const one of found.missing) all.add(one);
    expect(all.find('toys > kitchen')).toEqual({ slug: 'toys-kitchen' });
  });
});

test('a name is made of a slug, and left as it is otherwise', () => {
  expect([nameOf('sams-club'), nameOf("Sam's Club"), nameOf('IKEA')]).toEqual(['Sams Club', "Sam's Club", 'IKEA']);
});

// An expression that begins anew at every blank would take minutes.
test('a path with very many blanks is read at once', () => {
  expect(paths().find(`Home & Garden${' '.repeat(500_000)}>${' '.repeat(500_000)}Kitchen${' '.repeat(500_000)}`)).toEqual({
    slug: 'kitchen',
  });
});
