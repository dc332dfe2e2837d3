/** Makes the bundle of the code as it stands, unless there is one. */
import { failStart } from '../../server/fail-start.ts';
import { ensureBundle } from './make-bundle.server.ts';

try {
  await ensureBundle((line) => console.log(line));
  process.exit(0);
} catch (error) {
  failStart(error);
}
