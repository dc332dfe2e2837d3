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
 * The front of each feature: its files that other features may import. Pages, layouts, commands and jobs put features together and may
 * import any. @type {Record<string, string[]>}
 */
export const FRONTS = {
  shell: ['Breadcrumbs.astro', 'shell.server.ts', 'theme.ts'],
  session: [
    'LogInAgain.astro',
    'PlainForm.astro',
    'TextField.astro',
    'calls.ts',
    'contracts/participation.ts',
    'devices.server.ts',
    'flash.server.ts',
    'mail-kinds.ts',
    'messages.ts',
    'participation-block.ts',
    'read-session.server.ts',
    'session-cookies.server.ts',
    'sessions.server.ts',
    'sign-in.server.ts',
    'store.ts',
    'tokens.server.ts',
    'visit.server.ts',
  ],
  catalogue: [
    'absorb-deal.server.ts',
    'check-record.ts',
    'cycles.server.ts',
    'deal-counts.server.ts',
    'deal-status.server.ts',
    'editing-lock.server.ts',
    'findings.ts',
    'merged.server.ts',
    'near-slugs.server.ts',
    'record-fields.ts',
    'record.ts',
    'staged-record.ts',
    'upsert-deals.server.ts',
    'upsert-offers.server.ts',
    'upsert-taxonomy.server.ts',
  ],
  posts: [
    'actions.server.ts',
    'deleted-texts.server.ts',
    'hidden-scores.server.ts',
    'move-comments.server.ts',
    'post-status.server.ts',
    'upsert-comments.server.ts',
    'visible-comments.server.ts',
    'vote-counts.server.ts',
    'write-comment.server.ts',
  ],
  accounts: [
    'account.server.ts',
    'actions.server.ts',
    'former-accounts.server.ts',
    'messages.ts',
    'open-popups.ts',
    'pending-action.ts',
    'require-member.ts',
    'set-reputations.server.ts',
    'set-role.server.ts',
    'upsert-members.server.ts',
  ],
  deals: [
    'CouponCode.astro',
    'DealCard.astro',
    'GetDeal.astro',
    'Picture.astro',
    'card.ts',
    'cards.server.ts',
    'contracts/deal-details.ts',
    'contracts/forum.ts',
    'deal.ts',
    'detail.server.ts',
    'detail.ts',
    'pictures.ts',
    'structured-data.ts',
    'words.ts',
  ],
  offers: ['OfferCard.astro', 'detail.server.ts', 'offer.ts', 'offers.server.ts'],
  votes: ['VoteButtons.tsx', 'move-votes.server.ts', 'origins.server.ts', 'remove-votes.server.ts', 'vote.ts'],
  reports: ['ReportButton.tsx', 'contracts/report.ts', 'report.ts', 'settle.server.ts'],
  comments: ['comment.ts', 'comments.server.ts', 'contracts/replies.ts', 'markup.server.ts', 'structured-data.ts'],
  feeds: [
    'DealGrid.astro',
    'Pager.astro',
    'address.ts',
    'all-feeds.server.ts',
    'changes.server.ts',
    'feed.ts',
    'feeds.server.ts',
    'rss.server.ts',
    'structured-data.ts',
    'subject.server.ts',
  ],
  search: ['limit.server.ts', 'query.ts', 'search.server.ts', 'synonyms.server.ts'],
  rendering: [
    'addresses.ts',
    'all-page-targets.server.ts',
    'compress.ts',
    'page-target.ts',
    'render.server.ts',
    'request-page.ts',
    'sitemap-names.ts',
  ],
  'catalogue-files': ['duplicates.server.ts', 'export-deals.server.ts', 'import.server.ts', 'read-lines.ts', 'save-records.server.ts'],
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
