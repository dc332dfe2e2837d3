/**
 * `npm run dev`: Astro's development server over a database of its own (`data-dev` unless DATA_DIR is set), with the demo and the jobs.
 * Every page is made on demand and follows the code at once; nothing is published.
 */
import { siteCommands } from './cli/handlers/handlers.ts';
import { projectRoot } from './features/publishing/project-root.ts';
import { prepareSite, startJobs } from './jobs.ts';
import { readConfig } from './server/config.ts';
import { makeContext } from './server/context.ts';
import { serveControl } from './server/control.ts';
import { awaitDatabase } from './server/db/await-database.ts';
import { openHealthCheck } from './server/db/health-check.ts';
import { provideContext } from './server/dev-context.ts';
import { failStart } from './server/fail-start.ts';
import { consoleLog } from './server/log.ts';
import { logOutages } from './server/outages.ts';
import { takeLock } from './server/lock.ts';
import { keepFilesPrivate } from './server/private-folder.ts';

process.env['DATA_DIR'] ??= 'data-dev';
process.env['DEBUG_PAGES'] ??= '1';
process.env['ASTRO_TELEMETRY_DISABLED'] = '1';
keepFilesPrivate();
const print = (line: string) => process.stdout.write(`${line}\n`);

try {
  const config = readConfig(process.env);
  const unlock = takeLock(config.dataDir, { url: 'npm run dev' });
  process.once('exit', unlock);
  const database = await awaitDatabase(config, print, { onError: print });
  const context = makeContext({ config, db: database.db, log: consoleLog() });
  await prepareSite(context, print);
  provideContext(context);
  const endJobs = startJobs(context, database, logOutages(context.log, openHealthCheck(context.db)));
  const stopControl = await serveControl(config.dataDir, siteCommands(context));
  const { dev } = await import('astro');
  const server = await dev({ root: projectRoot, server: { port: config.port, host: config.host } });
  const stop = async () => {
    await server.stop();
    await endJobs();
    await stopControl();
    await database.close();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    // Vite's own would end the process before the database is closed.
    process.removeAllListeners(signal);
    process.once(signal, () => void stop());
  }
} catch (error) {
  failStart(error);
}
