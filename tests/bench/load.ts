import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** What a client saw in one go. */
export interface Load {
  requests: number;
  seconds: number;
  /** Milliseconds in which 99 of 100 answers came. */
  p99: number;
  /** Connections that failed and answers of 400 and above. */
  errors: number;
}

export const CONNECTIONS = 32;

const REPORT = `done = function(summary, latency)
  local e = summary.errors
  io.write(string.format('\\n{"requests":%d,"seconds":%f,"p99":%f,"errors":%d}\\n', summary.requests,
    summary.duration / 1e6, latency:percentile(99) / 1e3, e.connect + e.read + e.write + e.status + e.timeout))
end
`;

/** Asks for one address again and again with wrk: one thread, always the same connections and headers. */
export async function load(url: string, seconds: number, encoding: string, folder: string): Promise<Load> {
  const script = join(folder, 'report.lua');
  await writeFile(script, REPORT);
  const headers = ['-H', `Accept-Encoding: ${encoding}`];
  const { stdout } = await promisify(execFile)('wrk', ['-t1', `-c${CONNECTIONS}`, `-d${seconds}s`, '-s', script, ...headers, url]);
  const line = stdout.split('\n').findLast((text) => text.startsWith('{'));
  if (!line) throw new Error(`wrk reported nothing:\n${stdout}`);
  return JSON.parse(line) as Load;
}
