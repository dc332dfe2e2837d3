import { type Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import * as catalogue from './migrations/0001-catalogue.ts';
import * as changes from './migrations/0002-changes.ts';
import * as mergedDeals from './migrations/0003-merged-deals.ts';
import * as feedOrders from './migrations/0004-feed-orders.ts';
import * as accounts from './migrations/0005-accounts.ts';
import * as votes from './migrations/0006-votes.ts';
import * as community from './migrations/0007-community.ts';
import * as search from './migrations/0008-search.ts';
import * as suggestions from './migrations/0009-suggestions.ts';
import * as searchWordsGone from './migrations/0010-search-words-gone.ts';
import * as formerAccounts from './migrations/0011-former-accounts.ts';
import * as accountSecurity from './migrations/0012-account-security.ts';
import * as modifiedTimes from './migrations/0013-modified-times.ts';
import * as lowestPrices from './migrations/0014-lowest-prices.ts';
import * as namedKinds from './migrations/0015-named-kinds.ts';
import * as avatarChanges from './migrations/0016-avatar-changes.ts';
import * as resolvedReports from './migrations/0017-resolved-reports.ts';
import * as events from './migrations/0018-events.ts';
import * as textVersions from './migrations/0019-text-versions.ts';
import * as pictures from './migrations/0020-pictures.ts';
import * as alerts from './migrations/0021-alerts.ts';
import * as notifications from './migrations/0022-notifications.ts';
import * as handingOver from './migrations/0023-handing-over.ts';
import * as watchedDeals from './migrations/0024-watched-deals.ts';
import * as push from './migrations/0025-push.ts';
import * as alertQueries from './migrations/0026-alert-queries.ts';
import * as priceTerms from './migrations/0027-price-terms.ts';
import * as dealsByStore from './migrations/0029-deals-by-store.ts';
import * as featuredDeals from './migrations/0031-featured-deals.ts';
import * as imports from './migrations/0033-imports.ts';
import * as honestPrices from './migrations/0036-honest-prices.ts';
import * as coupons from './migrations/0038-coupons.ts';
import * as priceAtTheDoor from './migrations/0039-price-at-the-door.ts';
import * as hiddenDeals from './migrations/0041-hidden-deals.ts';
import * as votesGained from './migrations/0042-votes-gained.ts';
import * as fasterSearchVectors from './migrations/0043-faster-search-vectors.ts';
import * as judgeBeforeInsert from './migrations/0046-judge-before-insert.ts';
import * as postersOnCards from './migrations/0047-posters-on-cards.ts';
import * as pushOfSessions from './migrations/0048-push-of-sessions.ts';
import * as mailsStopped from './migrations/0049-mails-stopped.ts';
import * as priceTermsSearched from './migrations/0050-price-terms-searched.ts';
import * as coveringAnchors from './migrations/0051-covering-anchors.ts';
import * as notificationsByDeal from './migrations/0052-notifications-by-deal.ts';
import * as submissions from './migrations/0053-submissions.ts';
import * as deskActions from './migrations/0054-desk-actions.ts';
import * as administrators from './migrations/0055-administrators.ts';
import * as foreignKeysIndexed from './migrations/0056-foreign-keys-indexed.ts';
import * as changesAnnounced from './migrations/0057-changes-announced.ts';
import * as reputationsPublished from './migrations/0058-reputations-published.ts';
import * as pricesKnownByCurrency from './migrations/0059-prices-known-by-currency.ts';
import * as remindersOfLaterEnds from './migrations/0060-reminders-of-later-ends.ts';
import * as indexesOfGrownSites from './migrations/0061-indexes-of-grown-sites.ts';
import * as freeShippingSearched from './migrations/0062-free-shipping-searched.ts';
import * as listedDuplicates from './migrations/0063-listed-duplicates.ts';
import * as deliveriesOfVerifiedAddresses from './migrations/0064-deliveries-of-verified-addresses.ts';
import * as startedDeals from './migrations/0065-started-deals.ts';
import * as postsOfMergedDeals from './migrations/0066-posts-of-merged-deals.ts';
import * as namesInOneSpelling from './migrations/0067-names-in-one-spelling.ts';
import * as alertQueueInOrder from './migrations/0068-alert-queue-in-order.ts';
import * as triggersJoinByHash from './migrations/0069-triggers-join-by-hash.ts';
import { nameCatalogue } from './settings.ts';
import type { Tables } from './schema.ts';
import { oneRow } from './one-row.ts';
import { withoutTimeLimit } from './time-limit.ts';
import { migrationFault, requireSchema, requireUtf8 } from './unusable.ts';

/** How a database is opened. */
export interface Opening {
  /** Accepts one that is not in UTF8, too, so that it can be backed up. */
  anyEncoding?: boolean;
  /** Refuses one without a site, instead of making the tables there. */
  mustHaveSite?: boolean;
}

/**
 * Brings the database to this version's schema. Kysely's migrator holds a lock while it works, so that two processes
 * starting at once migrate one after the other. One that takes no writing, such as a standby, can be read if it has this version's schema.
 * @throws CannotStart for a database that is not in UTF8 or that contains other tables, and for a role without rights
 */
export async function migrate(db: Kysely<Tables>, { anyEncoding = false, mustHaveSite = false }: Opening = {}): Promise<void> {
  if (mustHaveSite) await requireSchema(db);
  if (!anyEncoding) await requireUtf8(db);
  await withoutTimeLimit(db, migrateOn);
}

/** Whether a server takes no writing, and what is written at an opening is there already. */
async function isReadOnlyAndCurrent(db: Kysely<Tables>, migrator: Migrator): Promise<boolean> {
  const { on } = await oneRow(db, sql<{ on: boolean }>`select current_setting('transaction_read_only')::boolean as on`);
  return on && (await migrator.getMigrations()).every(({ executedAt }) => executedAt);
}

async function migrateOn(connection: Kysely<Tables>): Promise<void> {
  const migrator = new Migrator({
    db: connection,
    provider: {
      getMigrations: async () => ({
        '0001-catalogue': catalogue,
        '0002-changes': changes,
        '0003-merged-deals': mergedDeals,
        '0004-feed-orders': feedOrders,
        '0005-accounts': accounts,
        '0006-votes': votes,
        '0007-community': community,
        '0008-search': search,
        '0009-suggestions': suggestions,
        '0010-search-words-gone': searchWordsGone,
        '0011-former-accounts': formerAccounts,
        '0012-account-security': accountSecurity,
        '0013-modified-times': modifiedTimes,
        '0014-lowest-prices': lowestPrices,
        '0015-named-kinds': namedKinds,
        '0016-avatar-changes': avatarChanges,
        '0017-resolved-reports': resolvedReports,
        '0018-events': events,
        '0019-text-versions': textVersions,
        '0020-pictures': pictures,
        '0021-alerts': alerts,
        '0022-notifications': notifications,
        '0023-handing-over': handingOver,
        '0024-watched-deals': watchedDeals,
        '0025-push': push,
        '0026-alert-queries': alertQueries,
        '0027-price-terms': priceTerms,
        '0029-deals-by-store': dealsByStore,
        '0031-featured-deals': featuredDeals,
        '0033-imports': imports,
        '0036-honest-prices': honestPrices,
        '0038-coupons': coupons,
        '0039-price-at-the-door': priceAtTheDoor,
        '0041-hidden-deals': hiddenDeals,
        '0042-votes-gained': votesGained,
        '0043-faster-search-vectors': fasterSearchVectors,
        '0046-judge-before-insert': judgeBeforeInsert,
        '0047-posters-on-cards': postersOnCards,
        '0048-push-of-sessions': pushOfSessions,
        '0049-mails-stopped': mailsStopped,
        '0050-price-terms-searched': priceTermsSearched,
        '0051-covering-anchors': coveringAnchors,
        '0052-notifications-by-deal': notificationsByDeal,
        '0053-submissions': submissions,
        '0054-desk-actions': deskActions,
        '0055-administrators': administrators,
        '0056-foreign-keys-indexed': foreignKeysIndexed,
        '0057-changes-announced': changesAnnounced,
        '0058-reputations-published': reputationsPublished,
        '0059-prices-known-by-currency': pricesKnownByCurrency,
        '0060-reminders-of-later-ends': remindersOfLaterEnds,
        '0061-indexes-of-grown-sites': indexesOfGrownSites,
        '0062-free-shipping-searched': freeShippingSearched,
        '0063-listed-duplicates': listedDuplicates,
        '0064-deliveries-of-verified-addresses': deliveriesOfVerifiedAddresses,
        '0065-started-deals': startedDeals,
        '0066-posts-of-merged-deals': postsOfMergedDeals,
        '0067-names-in-one-spelling': namesInOneSpelling,
        '0068-alert-queue-in-order': alertQueueInOrder,
        '0069-triggers-join-by-hash': triggersJoinByHash,
      }),
    },
  });
  if (await isReadOnlyAndCurrent(connection, migrator)) return;
  const { error } = await migrator.migrateToLatest();
  if (error) throw await migrationFault(connection, error);
  await nameCatalogue(connection);
}
