import { PageLog, type Published } from '../../src/features/publishing/page-log.ts';

/** Every address that a release publishes, and its file. */
export function publishedIn(release: string): Published {
  const log = new PageLog(release);
  const published = [...log.places.values()].flat();
  log.close();
  return published;
}
