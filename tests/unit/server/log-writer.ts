/** A process of its own for the log's tests: does what it is told line by line, and answers each on its standard error. */
import { createInterface } from 'node:readline';
import { openLog } from '../../../src/server/http/access-log.ts';
import { requestScope } from '../../../src/server/request-scope.ts';
import { logUncaughtErrors } from '../../../src/server/http/uncaught-errors.ts';

const { log, end } = openLog({ trustProxy: false });
logUncaughtErrors({ log, end });

const answer = (text: string) => process.stderr.write(`${text}\n`);
const reject = async () => {
  await Promise.resolve();
  throw new Error('stray');
};

for await (const line of createInterface({ input: process.stdin })) {
  const [command, ...words] = line.split(' ');
  if (command === 'log') for (let n = 0; n < Number(words[0]); n++) log.info({ n, padding: 'x'.repeat(100) });
  if (command === 'say') process.stdout.write('said\n');
  if (command === 'memory') {
    answer(String(process.memoryUsage.rss()));
    continue;
  }
  if (command === 'reject') {
    if (words.length > 0) requestScope.run({ method: words[0], path: words[1]! }, () => void reject());
    else void reject();
  }
  if (command === 'console') console.error(new Error('told'));
  if (command === 'throw')
    setImmediate(() => {
      throw new Error('thrown');
    });
  if (command === 'end') {
    await end(500);
    answer('ended');
    process.exit(0);
  }
  // What was begun has come to its end.
  await new Promise(setImmediate);
  answer('done');
}
