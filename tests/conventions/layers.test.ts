import { describe, expect, test } from 'vitest';
import { featureOf, layerOf, sources } from '../support/sources.ts';

const files = sources('src/**/*').filter(({ path }) => path !== 'src/env.d.ts');

/** What each layer may use: what lies below it and itself. */
const BELOW: Record<string, string[]> = {
  pages: ['pages', 'layouts', 'features', 'server', 'ui', 'lib'],
  'middleware.ts': ['server', 'lib'],
  layouts: ['layouts', 'features', 'server', 'ui', 'lib', 'styles'],
  features: ['features', 'server', 'ui', 'lib', 'styles'],
  server: ['server', 'lib'],
  ui: ['ui', 'lib', 'styles'],
  lib: ['lib'],
  styles: ['styles'],
};
/** The composition root puts the features together and nobody imports it. */
const COMPOSITION_ROOT = 'src/main.ts';

/** What each feature may read of others; `publishing` and the layouts put them together. */
const READS: Record<string, string[]> = {
  shell: [],
  accounts: ['shell'],
  deals: ['shell'],
  offers: ['deals', 'shell'],
  comments: ['accounts', 'deals', 'votes', 'reports'],
  members: ['accounts', 'comments', 'deals', 'reports', 'votes'],
  votes: ['accounts', 'deals'],
  reports: ['accounts', 'deals', 'votes'],
  moderation: ['accounts', 'comments', 'deals', 'reports', 'votes'],
  attribution: ['deals', 'offers'],
  editing: ['deals', 'moderation', 'publishing', 'search'],
  feeds: ['deals', 'offers', 'votes', 'shell'],
  search: ['accounts', 'deals', 'feeds', 'shell'],
  publishing: ['deals', 'offers', 'comments', 'votes', 'feeds', 'search', 'shell'],
};

describe('layers', () => {
  test('a file imports its own layer and those below, never upward', () => {
    const upward = files
      .filter(({ path }) => path !== COMPOSITION_ROOT)
      .flatMap(({ path, imports }) =>
        imports
          .filter(({ to }) => to.startsWith('src/') && !(BELOW[layerOf(path)] ?? []).includes(layerOf(to)))
          .map(({ to }) => `${path} → ${to}`),
      );
    expect(upward).toEqual([]);
  });

  test('every layer is known here', () => {
    expect([...new Set(files.map(({ path }) => layerOf(path)))].filter((layer) => !BELOW[layer])).toEqual([]);
  });

  test('nothing imports the composition root', () => {
    expect(files.filter(({ imports }) => imports.some(({ to }) => to === COMPOSITION_ROOT)).map(({ path }) => path)).toEqual([]);
  });

  test('every import names a file with its ending', () => {
    const missing = files.flatMap(({ path, imports }) =>
      imports.filter(({ to }) => to.startsWith('src/') && !/\.\w+$/.test(to)).map(({ to }) => `${path} → ${to}`),
    );
    expect(missing).toEqual([]);
  });
});

describe('features', () => {
  test('a feature reads only those it is declared to read', () => {
    const undeclared = files.flatMap(({ path, imports }) => {
      const feature = featureOf(path);
      if (!feature) return [];
      return imports
        .filter(({ to }) => featureOf(to) !== undefined && featureOf(to) !== feature)
        .filter(({ to }) => !(READS[feature] ?? []).includes(featureOf(to)!))
        .map(({ to }) => `${path} → ${to}`);
    });
    expect(undeclared).toEqual([]);
  });

  test('the declared list has every feature and no circle', () => {
    const features = [...new Set(files.map(({ path }) => featureOf(path)).filter((feature) => feature !== undefined))];
    expect(features.filter((feature) => !READS[feature])).toEqual([]);
    const settled = new Set<string>();
    for (let before = -1; before < settled.size;) {
      before = settled.size;
      for (const [feature, reads] of Object.entries(READS)) if (reads.every((read) => settled.has(read))) settled.add(feature);
    }
    expect(Object.keys(READS).filter((feature) => !settled.has(feature))).toEqual([]);
  });
});
