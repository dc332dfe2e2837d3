import { stat } from 'node:fs/promises';
import { parseJson } from '../../lib/parse-json.ts';
import type { Progress } from '../../lib/progress.ts';
import { readLines } from '../catalogue-files/read-lines.ts';
import { Refused } from '../../lib/refused.ts';
import { lineDigest, type LineDigest } from './digest.ts';
import { FORMAT, headerLine, readRow, trailerLine, type Header, type Trailer } from './format.ts';
import { errorCode } from '../../lib/error-code.ts';
import { isPipeOrDevice } from '../../server/pipe-or-device.ts';

/** Longest row of a backup, in bytes of JSON. */
const LONGEST_ROW = 256 * 1024 * 1024;
const LINES_PER_PROGRESS = 2_000;

type OnProgress = (progress: Progress) => void | Promise<void>;

/** The rows of a backup that was verified, one after the other. */
export async function* backupRows(path: string, onProgress: OnProgress): AsyncGenerator<{ table: string; row: string }> {
  for await (const { text } of linesOf(path, 'restoring', onProgress)) {
    const row = readRow(text);
    if (row) yield row;
  }
}

/**
 * Reads a whole backup and checks it against its own counts and digests.
 * @throws Refused when it is damaged, no backup of Magpie's, or of a format that this version does not know
 */
export async function verifyBackup(path: string, onProgress: OnProgress): Promise<{ header: Header; trailer: Trailer }> {
  let header: Header | undefined;
  let trailer: Trailer | undefined;
  const all = lineDigest();
  const tables = new Map<string, LineDigest>();
  for await (const { number, text, fault } of linesOf(path, 'verifying', onProgress)) {
    if (fault) throw damaged(path, `line ${number} ${fault}`);
    if (trailer) throw damaged(path, `it goes on after its end, in line ${number}`);
    const row = header && readRow(text);
    if (!header) header = readHeader(path, text);
    else if (row) digestOf(tables, header, row.table, path).add(row.row);
    else {
      trailer = trailerLine.safeParse(parseJson(text)).data;
      if (!trailer) throw damaged(path, `line ${number} cannot be read`);
      continue;
    }
    all.add(text);
  }
  if (!header) throw new Refused(`${path} is empty, so it is not a Magpie backup`);
  if (!trailer) throw damaged(path, 'its end is missing');
  if (all.sha256() !== trailer.sha256) throw damaged(path, 'its contents are not what was written');
  for (const name of Object.keys(header.tables)) {
    const read = tables.get(name) ?? lineDigest();
    const expected = trailer.tables[name];
    if (read.count() !== expected?.rows || read.sha256() !== expected.sha256)
      throw damaged(path, `the rows of ${name} are not those that were written`);
  }
  return { header, trailer };
}

function readHeader(path: string, text: string): Header {
  const header = headerLine.safeParse(parseJson(text)).data;
  if (header?.format === FORMAT) return header;
  const format = /^\{"backup":"magpie","format":(\d+)/.exec(text)?.[1];
  if (format && Number(format) > FORMAT) throw new Refused(`${path} was made by a newer version of Magpie; upgrade this one first`);
  throw new Refused(`${path} is not a Magpie backup; use "import" for records of the catalogue`);
}

function digestOf(tables: Map<string, LineDigest>, header: Header, table: string, path: string): LineDigest {
  if (!Object.hasOwn(header.tables, table)) throw damaged(path, `it has rows of "${table}", which it does not announce`);
  let digest = tables.get(table);
  if (!digest) tables.set(table, (digest = lineDigest()));
  return digest;
}

const damaged = (path: string, how: string) => new Refused(`${path} is damaged: ${how}. Take another backup.`);

async function* linesOf(path: string, phase: string, onProgress: OnProgress) {
  try {
    if (await isPipeOrDevice(path))
      throw new Refused(`${path} is a pipe or a device: save what comes from it to a file, and restore that one`);
    const total = (await stat(path)).size;
    for await (const line of readLines(path, { longest: LONGEST_ROW })) {
      if (line.number % LINES_PER_PROGRESS === 0) await onProgress({ phase, done: line.bytesRead, total });
      yield line;
    }
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT') throw new Refused(`${path} does not exist`);
    if (code === 'EISDIR') throw new Refused(`${path} is a folder`);
    if (code === 'EACCES' || code === 'EPERM')
      throw new Refused(`${path} may not be read by the process that restores; change its permissions`);
    if (code?.startsWith('Z_')) throw damaged(path, 'it cannot be decompressed');
    throw error;
  }
}
