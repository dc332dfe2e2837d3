/** The house: its layers and rooms, from the top down, and who may read whom. For dependency-cruiser and the convention tests. */

/** What each layer of `src` may use: what lies below it and itself. @type {Record<string, string[]>} */
export const BELOW = {
  'main.ts': ['jobs.ts', 'cli', 'features', 'server', 'lib'],
  'dev.ts': ['jobs.ts', 'cli', 'features', 'server', 'lib'],
  'jobs.ts': ['features', 'server', 'lib'],
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
  members: ['accounts', 'comments', 'deals', 'posts', 'votes'],
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

/**
 * Which room alone writes each table; `server` is the layer. Backups are loaded into all of them (`backup`), migrations make them, and
 * triggers follow what is written. @type {Record<string, string[]>}
 */
export const WRITES = {
  server: ['changes', 'outbox', 'rate_limits', 'settings'],
  session: ['sessions', 'tokens'],
  accounts: ['accounts', 'avatars', 'former_accounts', 'identities', 'members', 'past_emails'],
  catalogue: [
    ...['brands', 'categories', 'collections', 'forums', 'stores'],
    ...['deal_collections', 'deals', 'lowest_prices', 'merged_deals', 'offers', 'price_observations'],
  ],
  posts: ['comments', 'moderation_actions'],
  votes: ['votes'],
  reports: ['reports'],
  comments: ['drafts'],
  members: ['reputation_due'],
  feeds: ['deal_tallies'],
  search: [
    ...['search_counts', 'search_due', 'search_names', 'search_synonyms', 'search_words', 'trending_searches'],
    ...['suggestion_due', 'suggestion_filed', 'suggestion_keys', 'suggestion_names_due', 'suggestions'],
  ],
};
