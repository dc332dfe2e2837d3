import { sql } from 'kysely';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { siteCommands } from '../../../src/cli/handlers/handlers.ts';
import { loadDemoWhenEmpty } from '../../../src/features/demo/load-demo.server.ts';
import { serveControl } from '../../../src/server/control.ts';
import { accountsContext, newMember } from '../../support/accounts.ts';
import { temporaryFolder } from '../../support/catalogue.ts';
import { openCopy } from '../../support/databases.ts';
import { documents } from '../../support/documents.ts';
import { openPasting } from '../../support/pasted.ts';

/** Lines that are not pasted here, and why. */
const NOT_HERE: [line: RegExp, why: string][] = [
  [/\bnpm start\b/, 'starts a site, as the shared one of tests/http does'],
  [/\bnpm (?:ci|test)\b/, 'installs and tests the project'],
  [/-- mail --drop 12\b/, 'a mail has this number only after twelve were written'],
  [/-- bounces \/var\/mail/, 'a mailbox of the machine: tests/unit/notifications/bounces.test.ts'],
  [/-- static \/srv/, 'a folder of the machine: tests/http/published-files.test.ts'],
];

/** What is not of these is of other programs: npm's own, benchmarks, tests. */
const OURS = /\bnpm run (?:-s )?site --|\bnpm start\b|\bcurl\b/;
/** Its commands follow one another on a site without the demo: tests/http/own-site.test.ts. */
const OWN_SITE = 'docs/own-site.md';
/** Comes after all others, which need the demo. */
const LAST = /-- demo remove/;

/** Blocks of all documents, less the lines that are not pasted; `left` are these. */
function blocks() {
  const left: string[] = [];
  const all = documents()
    .filter(({ path }) => path !== OWN_SITE)
    .flatMap(({ path, shell }) => shell.map((block) => ({ path, block })))
    .filter(({ block }) => OURS.test(block))
    .map(({ path, block }) => {
      const lines = block.split(/(?<!\\)\n/).filter((line) => {
        const isLeft = NOT_HERE.some(([pattern]) => pattern.test(line));
        if (isLeft) left.push(line);
        return !isLeft && line !== '';
      });
      return { path, lines };
    })
    .filter(({ lines }) => lines.length > 0);
  const isLast = ({ lines }: { lines: string[] }) => lines.some((line) => LAST.test(line));
  return { left, pasted: [...all.filter((one) => !isLast(one)), ...all.filter(isLast)] };
}

test("the documents' commands work on the demo when they are pasted", { timeout: 180_000 }, async () => {
  const { db, close } = await openCopy();
  onTestFinished(close);
  const folder = await temporaryFolder();
  const context = accountsContext(db, { DATA_DIR: folder });
  await loadDemoWhenEmpty(context, () => undefined);
  for (const name of ['ada', 'bob']) {
    const { username } = await newMember(context);
    await sql`update members set username = ${name} where username = ${username}`.execute(db);
  }
  onTestFinished(await serveControl(folder, siteCommands(context)));

  for (const { files } of documents()) for (const [name, content] of files) await writeFile(join(folder, name), content);
  const pasting = await openPasting(folder, { DATA_DIR: folder, DATABASE_URL: '' });
  onTestFinished(pasting.end);
  const { pasted, left } = blocks();
  expect(pasted.flatMap(({ lines }) => lines).length).toBeGreaterThan(30);
  for (const { path, lines } of pasted) {
    const { code, output } = await pasting.paste(lines.join('\n'));
    expect.soft(code, `${path}:\n${lines.join('\n')}\n\n${output.slice(-1_500)}`).toBe(0);
  }
  const unused = NOT_HERE.filter(([pattern]) => !left.some((line) => pattern.test(line)));
  expect(unused).toEqual([]);
});
