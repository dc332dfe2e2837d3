/** `npm start`: opens the database, builds what is not built yet, and serves it until it gets a signal to stop. */
import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { siteCommands } from './cli/handlers/handlers.ts';
import { bundleInChildProcess } from './features/publishing/bundle-in-child-process.ts';
import { buildRelease } from './features/publishing/build.server.ts';
import { buildCommands } from './features/publishing/build-commands.ts';
import { hasRelease } from './features/publishing/open-site.ts';
import { claimPublishFolder } from './features/publishing/publish-folder.ts';
import { showReleases, type ShownSite } from './features/publishing/shown-site.ts';
import { setupLine } from './features/setup/setup-key.server.ts';
import { readConfig } from './server/config.ts';
import { makeContext } from './server/context.ts';
import { serveControl } from './server/control.ts';
import { openHealthCheck } from './server/db/health-check.ts';
import { awaitDatabase } from './server/db/await-database.ts';
import { failStart } from './server/fail-start.ts';
import { openLog } from './server/http/access-log.ts';
import { drain } from './server/http/drain.ts';
import { answerClientError, SERVER_OPTIONS } from './server/http/client-errors.ts';
import { handler } from './server/http/handle.ts';
import { logUncaughtErrors } from './server/http/uncaught-errors.ts';
import { listen } from './server/listen.ts';
import { logOutages } from './server/outages.ts';
import { readyLine } from './server/ready-line.ts';
import { startOptions } from './server/start-options.ts';
import { takeLock } from './server/lock.ts';
import { keepFilesPrivate } from './server/private-folder.ts';
import { sweepTemporary } from './server/temporary-folders.ts';
import { prepareSite, startJobs } from './jobs.ts';

/** How long pending answers may take after a signal to stop. */
const DRAIN_MS = 9_000;
const MAIL_MS = 500;
const LOG_MS = 500;

const print = (line: string) => process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const options = startOptions(process.argv.slice(2));
  keepFilesPrivate();
  const config = readConfig(process.env);
  const unlock = takeLock(config.dataDir, { url: config.siteUrl });
  claimPublishFolder(config);
  const { end: endLog, ...logging } = openLog(config);
  logUncaughtErrors({ log: logging.log, end: endLog });
  await sweepTemporary(config.dataDir);
  let shown: ShownSite | undefined;
  let isReady = () => Promise.resolve(false);

  const handle = handler({ ...logging, site: () => shown?.current(), isReady: () => isReady() });
  const server = createServer(SERVER_OPTIONS, handle);
  server.setTimeout(60_000);
  server.on('clientError', answerClientError);
  const port = await listen(server, config);

  // Created first, because the signal may arrive before anything waits for it.
  const stopRequest = Promise.withResolvers<undefined>();
  const stop = () => {
    if (shown?.current()) return stopRequest.resolve(undefined);
    // Exiting is safe here: nothing is served yet, and the database survives an exit at any moment.
    unlock();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, stop);

  const bundling = bundleInChildProcess(print);
  // It is awaited only if something is to be built; until then an error must not count as unhandled.
  bundling.catch(() => undefined);
  print('Opening the database');
  const database = await awaitDatabase(config, print, { onError: (message) => logging.log.error(message) });
  const { db, close } = database;
  const context = makeContext({ config, db, log: logging.log });
  await prepareSite(context, print, options);

  const isAnswering = openHealthCheck(db);
  let isClosing = false;
  const loggedOutage = logOutages(logging.log, isAnswering);
  // A job that takes longer than the site's end is cut off by it, and does its work after the next start.
  const loggedAsOutage = (error: unknown) => isClosing || loggedOutage(error);
  const onPublisherError = (message: string, error?: Error) => {
    if (!loggedAsOutage(error)) logging.log.error(message);
  };
  const site = (shown = showReleases(context, database, onPublisherError));
  if (!(await hasRelease(context))) {
    await bundling;
    await buildRelease(config, database, print);
  }
  await site.showCurrent();
  const stopControl = await serveControl(config.dataDir, {
    ...siteCommands(context, { onChanged: (onProgress) => site.publish('changes', onProgress), site }),
    ...buildCommands(context, site.showCurrent),
  });
  const endJobs = startJobs(context, database, loggedAsOutage);
  const setup = await setupLine(context);
  if (setup) print(setup);
  // Only after commands are accepted, because a client that has waited for readiness may send one at once.
  isReady = isAnswering;
  // From here on, all output is lines of the log.
  print(readyLine({ ...config, port }));

  await stopRequest.promise;
  const ended = endJobs();
  await drain(server, DRAIN_MS);
  // A mail that takes longer is sent again after the next start.
  await Promise.race([ended, delay(MAIL_MS)]);
  await stopControl();
  await site.stop();
  isClosing = true;
  await close();
  unlock();
  await endLog(LOG_MS);
}

main().then(() => process.exit(0), failStart);
