import { describe, expect, test } from 'vitest';
import { ENTRANCES } from '../support/entrances.js';
import { BELOW, FRONTS, READS } from '../support/house.js';
import { filesInCircles } from '../support/import-graph.ts';
import { featureOf, layerOf, sources } from '../support/sources.ts';

const files = sources('src/**/*').filter(({ path }) => path !== 'src/env.d.ts');
/** dependency-cruiser reads the others (`npm run check`). */
const components = files.filter(({ path }) => path.endsWith('.astro'));

describe('the house', () => {
  test('has every layer and every feature', () => {
    const unknown = [...new Set(files.map(({ path }) => layerOf(path)))].filter((layer) => !BELOW[layer]);
    expect(unknown, 'put the files into a layer, or name a new one in BELOW of tests/support/house.js').toEqual([]);
    const features = new Set(files.flatMap(({ path }) => featureOf(path) ?? []));
    expect([...features].toSorted(), 'READS of tests/support/house.js names every feature, with what it imports').toEqual(
      Object.keys(READS).toSorted(),
    );
  });

  test('has no features that read each other in a circle', () => {
    const grounded = new Set<string>();
    for (let before = -1; before < grounded.size;) {
      before = grounded.size;
      for (const [feature, reads] of Object.entries(READS)) if (reads.every((read) => grounded.has(read))) grounded.add(feature);
    }
    const circling = Object.keys(READS).filter((feature) => !grounded.has(feature));
    expect(circling, 'move what both need into a feature below them, or have src/layouts put them together').toEqual([]);
  });

  test('has no files that import each other in a circle, types and components included', () => {
    expect(filesInCircles(files), 'move what both need into a third file').toEqual([]);
  });

  test('declares no reading that nobody does', () => {
    const done = new Set(files.flatMap(({ path, imports }) => imports.map(({ to }) => `${featureOf(path)} → ${featureOf(to)}`)));
    const declared = Object.entries(READS).flatMap(([feature, reads]) => reads.map((read) => `${feature} → ${read}`));
    const unread = declared.filter((reading) => !done.has(reading));
    expect(unread, 'take these out of READS in tests/support/house.js').toEqual([]);
  });
});

describe('a feature', () => {
  /** Imports of one feature's files by another. */
  const entered = files.flatMap(({ path, imports }) =>
    imports
      .filter(({ to }) => featureOf(path) !== undefined && featureOf(to) !== undefined && featureOf(to) !== featureOf(path))
      .map(({ to }) => ({ from: path, to })),
  );
  const fronts = new Set(Object.entries(FRONTS).flatMap(([feature, names]) => names.map((name) => `src/features/${feature}/${name}`)));

  test('is entered through its front alone', () => {
    const inside = entered.filter(({ to }) => !fronts.has(to)).map(({ from, to }) => `${from} → ${to}`);
    expect(inside, 'import a file of FRONTS in tests/support/house.js, or name the file there').toEqual([]);
  });

  test('has no file in its front that no other feature imports', () => {
    const used = new Set(entered.map(({ to }) => to));
    const unused = [...fronts].filter((front) => !used.has(front));
    expect(unused, 'take these out of FRONTS in tests/support/house.js').toEqual([]);
  });
});

describe('a layer that puts features together', () => {
  const fronts = new Set(Object.entries(FRONTS).flatMap(([feature, names]) => names.map((name) => `src/features/${feature}/${name}`)));
  /** Files of features that such a layer imports besides their fronts, as `layer → file`. */
  const entered = files
    .filter(({ path }) => featureOf(path) === undefined)
    .flatMap(({ path, imports }) =>
      imports.filter(({ to }) => featureOf(to) !== undefined && !fronts.has(to)).map(({ to }) => `${layerOf(path)} → ${to}`),
    );
  const declared = Object.entries(ENTRANCES).flatMap(([feature, layers]) =>
    Object.entries(layers).flatMap(([layer, names]) => names.map((name) => `${layer} → src/features/${feature}/${name}`)),
  );

  test('enters a feature through its front or an entrance of its own', () => {
    const undeclared = [...new Set(entered)].filter((entrance) => !declared.includes(entrance));
    expect(undeclared, 'import a file of FRONTS in tests/support/house.js, or name the file in tests/support/entrances.js').toEqual([]);
  });

  test('has no entrance that nothing goes through', () => {
    const unused = declared.filter((entrance) => !entered.includes(entrance));
    expect(unused, 'take these out of tests/support/entrances.js; a file of a front needs no entrance').toEqual([]);
  });
});

describe('an Astro component', () => {
  test('imports its own layer and those below, never upward', () => {
    const upward = components.flatMap(({ path, imports }) =>
      imports
        .filter(({ to }) => to.startsWith('src/') && !(BELOW[layerOf(path)] ?? []).includes(layerOf(to)))
        .map(({ to }) => `${path} → ${to}`),
    );
    expect(upward, 'BELOW of tests/support/house.js says what each layer imports: move the file, or what it imports').toEqual([]);
  });

  test('reads only the features that its own is declared to read', () => {
    const undeclared = components.flatMap(({ path, imports }) => {
      const feature = featureOf(path);
      if (!feature) return [];
      return imports
        .filter(({ to }) => featureOf(to) !== undefined && featureOf(to) !== feature)
        .filter(({ to }) => !(READS[feature] ?? []).includes(featureOf(to)!))
        .map(({ to }) => `${path} → ${to}`);
    });
    expect(undeclared, 'name what the feature imports in READS of tests/support/house.js, or move the file').toEqual([]);
  });

  test('names files with their ending', () => {
    const missing = components.flatMap(({ path, imports }) =>
      imports.filter(({ to }) => to.startsWith('src/') && !/\.\w+$/.test(to)).map(({ to }) => `${path} → ${to}`),
    );
    expect(missing, 'write the ending, such as .ts').toEqual([]);
  });
});
