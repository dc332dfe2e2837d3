/**
 * Who may import whom (docs/architecture.md). `tests/conventions/layers.test.ts` says the same of Astro's files, which this tool cannot
 * read, from the same tables: `tests/support/house.js`.
 */
import { BELOW, COMPOSITION_ROOT, READS } from './tests/support/house.js';

const escaped = (path) => path.replaceAll('.', String.raw`\.`);
/** A layer is a folder of `src`, or a file in it. */
const layerPath = (layer) => (layer.includes('.') ? `^src/${escaped(layer)}$` : `^src/${layer}/`);
const featurePath = (feature) => `^src/features/${feature}/`;

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-circles',
      comment: 'Files that import each other, types included, can only be understood together: move what both need into a third.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    ...Object.entries(BELOW).map(([layer, below]) => ({
      name: `layer-${layer}`,
      comment: `${layer} imports itself and what lies below it (BELOW in tests/support/house.js): move the file, or what it imports.`,
      severity: 'error',
      from: { path: layerPath(layer) },
      to: { path: '^src/', pathNot: below.map(layerPath) },
    })),
    ...Object.entries(READS).map(([feature, reads]) => ({
      name: `feature-${feature}`,
      comment: `The feature ${feature} reads ${reads.join(', ') || 'no other'}: name another in READS of tests/support/house.js, or move the file.`,
      severity: 'error',
      from: { path: featurePath(feature) },
      to: { path: '^src/features/', pathNot: [feature, ...reads].map(featurePath) },
    })),
    {
      name: 'not-the-composition-root',
      comment: 'It puts everything together.',
      severity: 'error',
      from: {},
      to: { path: `^${escaped(COMPOSITION_ROOT)}$` },
    },
    {
      name: 'not-unresolvable',
      comment: 'An import names a file or a package that is there.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: String.raw`\.astro$|\?|^astro:` },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    includeOnly: { path: '^src/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs'],
    },
  },
};
