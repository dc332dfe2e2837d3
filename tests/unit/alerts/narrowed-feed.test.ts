import { expect, test } from 'vitest';
import { readCriteriaId } from '../../../src/features/alerts/criteria.ts';
import { subjectOfFeed } from '../../../src/features/alerts/subject.ts';
import { feedAt, feedView } from '../../../src/features/feeds/address.ts';
import { loadFeed } from '../../../src/features/feeds/feeds.server.ts';
import { alertsSite } from '../../support/alerts.ts';
import { onDatabase } from '../../support/databases.ts';

onDatabase('a feed that is narrowed', (open) => {
  const site = async () => {
    const context = await alertsSite(open);
    /** What the page of an address offers an alert for. */
    return async (address: string) => {
      const { pathname, searchParams } = new URL(address, 'http://localhost');
      const feed = feedAt(pathname)!;
      const loaded = await loadFeed(context, feed, feedView(feed, searchParams)!);
      return loaded?.status === 200 ? subjectOfFeed(loaded.page.pageData) : undefined;
    };
  };

  test('offers an alert with its filters, as a search does', async () => {
    const offered = await site();
    const figures = 'price_min=10&price_max=60&percent_off=12.5&coupon=1';
    const subject = await offered(`/category/drives?filters[store][]=oldmart&filters[brand][]=2&${figures}&hideexpired=1&sort=price`);
    expect(subject).toEqual({
      criteriaId: 'brand=2;category=3;store=2;coupon=1;min=1000;max=6000;percent=13',
      title: 'Drives, Oldmart, Corsa',
      source: 'category',
    });
    expect(readCriteriaId(subject?.criteriaId ?? '')).toBeDefined();
    expect(await offered('/store/newmart?price_max=60&filters[category][]=drives')).toMatchObject({
      criteriaId: 'category=3;store=1;max=6000',
      title: 'Newmart, Drives',
    });
    expect(await offered('/brand/corsa?coupon=1')).toMatchObject({ criteriaId: 'brand=2;coupon=1', source: 'brand' });
  });

  test('offers one for the categories below it that are chosen, in place of its own', async () => {
    const offered = await site();
    expect(await offered('/category/computers?filters[category][]=drives&filters[category][]=garden')).toMatchObject({
      criteriaId: 'category=3',
      title: 'Drives',
    });
    expect(await offered('/store/newmart?filters[store][]=newmart&filters[store][]=oldmart')).toMatchObject({ criteriaId: 'store=1' });
  });

  test.each([
    ['another category', '/category/drives?filters[category][]=garden'],
    ['another store', '/store/newmart?filters[store][]=oldmart'],
    ['a store that is not there', '/category/drives?filters[store][]=nowhere'],
  ])('offers none for %s', async (_, address) => {
    expect(await (await site())(address)).toBeUndefined();
  });

  test.each(['?sort=new', '?filters=1', '?hideexpired=1'])('offers its own where %s narrows nothing of it', async (query) => {
    expect(await (await site())(`/category/drives${query}`)).toMatchObject({ criteriaId: 'category=3', title: 'Drives' });
  });
});
