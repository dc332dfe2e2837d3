/** The house: its layers and rooms, from the top down, and who may read whom. For dependency-cruiser and the convention tests. */

/** What each layer of `src` may use: what lies below it and itself. @type {Record<string, string[]>} */
export const BELOW = {
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

/** It puts the features together, and nobody imports it. */
export const COMPOSITION_ROOT = 'src/main.ts';

/** What each feature may read of others, from the ground up. @type {Record<string, string[]>} */
export const READS = {
  shell: [],
  session: [],
  catalogue: [],
  posts: ['catalogue'],
  accounts: ['session', 'shell'],
  deals: ['posts', 'shell'],
  offers: ['deals', 'shell'],
  attribution: [],
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
  editing: ['catalogue', 'catalogue-files', 'deals'],
  backup: ['catalogue', 'catalogue-files', 'search'],
  demo: ['catalogue-files'],
};
