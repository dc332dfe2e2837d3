import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { expect, test } from 'vitest';
import { importTemplate } from '../../../src/cli/import-template.ts';
import { FIELD_TEXTS, type FieldText } from '../../../src/features/catalogue/field-texts.ts';
import { FIELDS, RECORD_TYPES, SHAPES, type RecordType } from '../../../src/features/catalogue/record.ts';
import { readColumnMap } from '../../../src/features/catalogue-files/column-map.ts';
import { importFiles } from '../../../src/features/catalogue-files/import.server.ts';
import { contextOf, temporaryFolder } from '../../support/catalogue.ts';
import { onDatabase } from '../../support/databases.ts';

const DOCUMENT = resolve(import.meta.dirname, '../../../docs/import.md');

const needed = (type: RecordType, name: string) => (SHAPES[type][name]?.safeParse(undefined).success ? '' : 'yes');

function fieldTable(type: RecordType): string {
  const texts: Record<string, FieldText> = FIELD_TEXTS[type];
  const rows = FIELDS[type].slice(1).map((name) => {
    const { about = '', example = '' } = texts[name] ?? {};
    return `| ${[`\`${name}\``, needed(type, name), about, example && `\`${example}\``].map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  });
  return [`### ${type}`, '', '| Field | Needed | What it is | Example |', '| - | - | - | - |', ...rows].join('\n');
}

test('docs/import.md has every field of every type, as the schemas have them (vitest -u writes it)', async () => {
  const [before, after] = (await readFile(DOCUMENT, 'utf8')).split(/<!-- fields -->[^]*<!-- \/fields -->/);
  const text = [before, '<!-- fields -->\n\n', RECORD_TYPES.map(fieldTable).join('\n\n'), '\n\n<!-- /fields -->', after].join('');
  const formatted = await format(text, { ...(await resolveConfig(DOCUMENT)), filepath: DOCUMENT });
  await expect(formatted).toMatchFileSnapshot(DOCUMENT);
});

onDatabase('the examples of docs/import.md', (open) => {
  test('are imported as they stand', async () => {
    const context = contextOf(await open());
    const blocks = [...(await readFile(DOCUMENT, 'utf8')).matchAll(/```(csv|json)(?: [\w.]+)?\n([^]*?)```/g)].map(([, kind, text]) => ({
      kind,
      text: text ?? '',
    }));
    const folder = await temporaryFolder();
    const write = async (name: string, text: string) => {
      await writeFile(join(folder, name), text);
      return join(folder, name);
    };
    const [table, , map, record] = blocks.map(({ text }) => text);
    const first = await importFiles(context, [await write('table.csv', table ?? '')], { source: 'acme-feed', createMissing: true });
    expect(first).toMatchObject({ problems: [], added: { deal: 2, store: 1, category: 3, forum: 1 } });

    const feed = await write(
      'feed.csv',
      'SKU,Product Name,Link,Our price,Stock,Colour\n7,A monitor,https://acme.example/p/7,$99.00,3,red\n',
    );
    const second = await importFiles(context, [feed], { map: readColumnMap(JSON.parse(map ?? '')) });
    expect(second).toMatchObject({ problems: [], added: { deal: 1 } });

    const line = `${JSON.stringify(JSON.parse(record ?? ''))}\n`;
    expect(await importFiles(context, [await write('one.jsonl', line)])).toMatchObject({ problems: [], added: { deal: 1 } });
  });

  test('and the templates of all types, too', async () => {
    const context = contextOf(await open());
    const folder = await temporaryFolder();
    const files = await Promise.all(
      RECORD_TYPES.map(async (type) => {
        await writeFile(join(folder, `${type}.csv`), importTemplate(type));
        return join(folder, `${type}.csv`);
      }),
    );
    const report = await importFiles(context, files);
    expect(report.problems).toEqual([]);
    expect(Object.values(report.added)).toEqual(RECORD_TYPES.map(() => 1));
    const alone = await importFiles(context, [join(folder, 'deal.csv')], { createMissing: true });
    expect(alone.problems).toEqual([]);
  });
});
