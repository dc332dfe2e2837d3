import { expect, test } from 'vitest';
import { NO_FILTERS } from '../../../src/features/filters/applied-filters.ts';
import { resolveFilters } from '../../../src/features/filters/resolve-filters.server.ts';
import { alertsSite } from '../../support/alerts.ts';
import { onDatabase } from '../../support/databases.ts';

onDatabase('a filter', (open) => {
  test('with a number is for what has that id, also where another has the number for a slug', async () => {
    const { db } = await alertsSite(open);
    const brands = await db.selectFrom('brands').select(['id', 'name']).orderBy('id').execute();
    const [first, second] = [brands[0]!, brands[1]!];
    const chosen = async (brand: string) => {
      const filters = { ...NO_FILTERS.filters, brand: [brand] };
      const resolved = await resolveFilters(db, { ...NO_FILTERS, filters }, 'USD');
      return resolved.chosen.brand.map(({ name }) => name);
    };
    const rename = (slug: string) => db.updateTable('brands').set({ slug }).where('id', '=', first.id).execute();
    await rename(String(second.id));
    expect(await chosen(String(second.id))).toEqual([second.name]);
    await rename('47');
    expect(await chosen('47')).toEqual([first.name]);
  });
});
