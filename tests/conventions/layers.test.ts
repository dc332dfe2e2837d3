import { describe, expect, test } from 'vitest';
import { featureOf, layerOf, sources } from '../support/sources.ts';

const files = sources('src/**/*').filter(({ path }) => path !== 'src/env.d.ts');

/** What each layer may use: what lies below it and itself. */
const BELOW: Record<string, string[]> = {
  'main.ts': ['cli', 'features', 'server', 'lib'],
  cli: ['cli', 'features', 'server', 'lib'],
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

/** What each feature may read of others, from the ground up. */
const READS: Record<string, string[]> = {
  shell: [],
  session: [],
  catalogue: [],
  posts: ['catalogue'],
  accounts: ['session', 'shell'],
  deals: ['catalogue', 'posts', 'shell'],
  offers: ['deals', 'shell'],
  attribution: ['deals', 'offers'],
  votes: ['accounts', 'session', 'posts', 'deals'],
  reports: ['accounts', 'session', 'posts', 'deals', 'votes'],
  comments: ['accounts', 'session', 'posts', 'deals', 'votes', 'reports'],
  members: ['accounts', 'comments', 'deals', 'reports', 'votes'],
  moderation: ['accounts', 'session', 'posts', 'deals', 'votes', 'reports', 'comments'],
  feeds: ['deals', 'offers', 'votes', 'shell'],
  search: ['deals', 'feeds', 'shell'],
  rendering: ['deals', 'offers', 'comments', 'feeds', 'search', 'shell'],
  publishing: ['rendering', 'deals', 'offers', 'comments', 'feeds', 'shell'],
  'catalogue-files': ['catalogue', 'posts', 'accounts', 'deals'],
  editing: ['catalogue', 'catalogue-files', 'deals', 'posts', 'votes'],
  backup: ['catalogue', 'catalogue-files', 'search'],
  demo: ['catalogue-files'],
};

describe('layers', () => {
  test('a file imports its own layer and those below, never upward', () => {
    const upward = files.flatMap(({ path, imports }) =>
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
