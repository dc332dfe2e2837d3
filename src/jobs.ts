/** What a site does by itself, before it serves and while it runs. */
import { startWithoutDemo, loadDemoWhenEmpty } from './features/demo/load-demo.server.ts';
import { applySynonyms } from './features/search/synonyms.server.ts';
import { startAccountCleanupJob } from './features/accounts/cleanup.server.ts';
import { accountMails } from './features/accounts/mails.server.ts';
import { moderationMails } from './features/moderation/mails.server.ts';
import { startDeliveriesJob } from './features/notifications/deliveries-job.server.ts';
import { notificationMails } from './features/notifications/mails.server.ts';
import { startPushJob } from './features/notifications/push/send-push.server.ts';
import { composeMails, settleMails } from './server/mail/mail-kind.ts';
import { startSessionsJob } from './features/session/sessions.server.ts';
import { startDeletedTextsJob } from './features/posts/deleted-texts.server.ts';
import { startDraftsJob } from './features/comments/drafts.server.ts';
import { startSubmissionsJob } from './features/posting/submissions.server.ts';
import { advanceDates, startDatesJob } from './features/catalogue/advance-dates.server.ts';
import { judgeOldPrices, startPricesJob } from './features/catalogue/judge-prices.server.ts';
import { revealScores, startScoresJob } from './features/posts/hidden-scores.server.ts';
import { updateGains, startGainsJob } from './features/feeds/gains.server.ts';
import { startTalliesJob } from './features/feeds/tallies.server.ts';
import { updateReputations, startReputationJob } from './features/members/reputation.server.ts';
import { startResultAgeJob } from './features/coupon-results/answers.server.ts';
import { startOriginsJob } from './features/votes/origins.server.ts';
import { startNotificationCleanupJob } from './features/notifications/cleanup.server.ts';
import { startWatchedDealsJob } from './features/saved/watched.server.ts';
import { noteAddresses } from './features/pictures/note-pictures.server.ts';
import { startPicturesJob } from './features/pictures/fetch-pictures.server.ts';
import { startPictureSweepJob } from './features/pictures/sweep.server.ts';
import { shellPictures } from './features/shell/shell-settings.server.ts';
import { startJournalJob } from './features/publishing/journal.server.ts';
import { gatherSearch, startSearchWordsJob } from './features/search/gather.server.ts';
import { startReportsJob } from './features/reports/resolve.server.ts';
import { startSuggestionsJob } from './features/search/suggestions/gather.server.ts';
import { startEventsJob } from './features/tracking/aggregate.server.ts';
import { startTrendingJob } from './features/search/suggestions/trending.server.ts';
import { startVacuumJob } from './server/db/vacuum.ts';
import { startAlertsJob } from './features/alerts/match.server.ts';
import { checkLook } from './server/look/check-look.ts';
import { LANES, startMailJob } from './server/mail/mail-job.ts';
import { openTransport } from './server/mail/open-transport.ts';
import type { Context } from './server/context.ts';
import type { Database } from './server/db/database.ts';

const MAILS = [...accountMails, ...moderationMails, ...notificationMails];

/**
 * Brings a database up to what the site's first pages show: the demo where it is empty, dates that have come, and what jobs keep up to date.
 * Before that it checks the site's own pictures.
 * @param empty begins without the demo
 */
export async function prepareSite(context: Context, print: (line: string) => void, { empty = false } = {}): Promise<void> {
  const { config, db } = context;
  await checkLook(config);
  await (empty ? startWithoutDemo : loadDemoWhenEmpty)(context, print);
  await advanceDates(context);
  await judgeOldPrices(context);
  await revealScores(context);
  await updateGains(context);
  // For a shell that was saved or restored before pictures were copied.
  await noteAddresses(db, await shellPictures(db));
  // Pages contain reputations, so these are computed first.
  await updateReputations(context);
  await applySynonyms(db);
  await gatherSearch(db);
}

/**
 * Starts everything that a running site does by itself, each with its own timer. A failure is logged, and the work is tried again.
 * @param loggedAsOutage logs an error that says the database is away, and no other
 * @returns a function that ends all jobs, and resolves when the mails, pushes and pictures under way are done. Whatever else is running then may
 * fail once the database is closed: it is in transactions, and is done after the next start
 */
export function startJobs(context: Context, database: Database, loggedAsOutage: (error: unknown) => boolean): () => Promise<unknown> {
  const { db, config, log } = context;
  const logged = (what: string) => (error: unknown) => {
    if (!loggedAsOutage(error)) log.error({ err: error }, what);
  };
  const startLane = ({ connections, ...lane }: { priority: number; atOnce: number; connections: number }) =>
    startMailJob(
      context,
      composeMails(context, MAILS),
      openTransport(config, (line) => log.info(line), { connections }),
      logged('mail'),
      { ...lane, settle: settleMails(context, MAILS) },
    );
  // The mails of alerts have a lane and connections of their own, so that they do not delay those of accounts.
  const mails = [startLane({ ...LANES.awaited, connections: 2 }), startLane({ ...LANES.others, connections: 5 })];
  const wakeMails = () => mails.forEach(({ wake }) => wake());
  const deliveries = startDeliveriesJob(context, logged('notifications could not be queued'), wakeMails);
  const ends = [
    startResultAgeJob(context, logged('old answers on coupons could not be marked')),
    startDatesJob(context, database.onChanges, logged('deals could not be started and ended by their dates')),
    startPricesJob(context, logged('prices whose checks are old could not be judged')),
    startScoresJob(context, logged('scores of deals that are not new any more could not be shown')),
    startOriginsJob(context, logged('where old votes came from could not be cleared')),
    startReputationJob(context, logged('reputations could not be worked out')),
    startSearchWordsJob(db, logged('the words of titles could not be counted')),
    startGainsJob(context, logged('the votes that deals gained lately could not be counted')),
    startTalliesJob(db, logged('the tallies of deals could not be gathered')),
    startJournalJob(db, logged('the journal of changes could not be trimmed')),
    startSessionsJob(context, logged('old sessions could not be cleared away')),
    startAccountCleanupJob(context, logged('what is kept of deleted accounts could not be deleted')),
    startDeletedTextsJob(context, logged('texts of deleted comments could not be deleted')),
    startNotificationCleanupJob(context, logged('old notifications could not be cleared away')),
    startWatchedDealsJob(context, logged('members could not be notified of saved deals')),
    startDraftsJob(context, logged('old drafts could not be cleared away')),
    startSubmissionsJob(context, logged('old submissions could not be cleared away')),
    startPicturesJob(context, logged('pictures could not be fetched')),
    startPictureSweepJob(context, shellPictures, logged('pictures that nothing uses could not be cleared away')),
    startReportsJob(context, logged('old reports could not be cleared away')),
    startSuggestionsJob(db, logged('what the search box suggests could not be brought up to date')),
    startAlertsJob(context, logged('deals could not be compared with deal alerts'), deliveries.wake),
    startTrendingJob(context, logged('what is searched for could not be counted')),
    startEventsJob(context, logged('events could not be counted by day')),
    deliveries.end,
    startPushJob(context, logged('pushes could not be sent')),
    ...mails.map(({ end }) => end),
    // PostgreSQL has autovacuum.
    ...(database.openPort ? [startVacuumJob(db, logged('the database could not be tidied up'))] : []),
  ];
  return () => Promise.all(ends.map(async (end) => end()));
}
