import { describe, expect, test } from 'vitest';
import { addByCriteriaCall } from '../../../src/features/alerts/contracts/add-by-criteria.ts';
import { addByWordsCall } from '../../../src/features/alerts/contracts/add-by-words.ts';
import { listCall } from '../../../src/features/alerts/contracts/list.ts';
import { stubPage } from '../../support/stubbed-page.ts';

const SEARCH = { kind: 'searches', id: 'ssd under 60' } as const;
const CATEGORY = { kind: 'categories', id: 'monitors', title: 'Monitors' } as const;
const FOUND = 'max=6000;q=ssd';

/** An element as the bar at the foot of a page is made of. */
class Part extends EventTarget {
  href = '';
  isConnected = false;
  parts: (Part | string)[] = [];
  readonly tag: string;
  constructor(tag: string) {
    super();
    this.tag = tag;
  }
  get textContent(): string {
    return this.parts.map((part) => (typeof part === 'string' ? part : part.textContent)).join('');
  }
  setAttribute(name: string, value: string) {
    if (name === 'href') this.href = value;
  }
  append(...parts: (Part | string)[]) {
    this.parts.push(...parts);
    for (const part of parts) if (part instanceof Part) part.isConnected = true;
  }
  replaceChildren(...parts: (Part | string)[]) {
    this.parts = parts;
  }
  remove() {
    this.isConnected = false;
  }
  /** It and all that is in it. */
  get all(): Part[] {
    return [this, ...this.parts.flatMap((part) => (typeof part === 'string' ? [] : part.all))];
  }
}

/** A page that can suggest an alert; `bar` is what stands at its foot. */
async function open(at = '/search?q=ssd+under+60') {
  const page = stubPage({ at });
  const body = new Part('body');
  Object.assign(document, { body, createElement: (tag: string) => new Part(tag) });
  const bar = () => body.parts.findLast((part) => part instanceof Part && part.isConnected);
  const find = (tag: string, text: string) => {
    const shown = bar();
    return shown instanceof Part ? shown.all.find((part) => part.tag === tag && part.textContent === text) : undefined;
  };
  const says = () => {
    const shown = bar();
    return shown instanceof Part ? shown.all.find(({ tag }) => tag === 'p')?.textContent : undefined;
  };
  const press = async (name: string) => {
    const sent = page.sent.length;
    find('button', name)!.dispatchEvent(new Event('click'));
    if (name === 'Tell me daily') await expect.poll(() => page.sent.length).toBeGreaterThan(sent);
  };
  const { $opened } = await import('../../../src/features/accounts/modal/store.ts');
  const { $popups } = await import('../../../src/features/accounts/popups/store.ts');
  const { showSuggestion } = await import('../../../src/features/alerts/show-suggestion.ts');
  return { page, find, says, press, $opened, $popups, showSuggestion };
}

describe('a suggestion', () => {
  test('names the search that somebody comes back to, and says why it shows', async () => {
    const { page, find, says, showSuggestion } = await open();
    showSuggestion(SEARCH, FOUND);
    expect(says()).toBe('Get alerts for “ssd under 60”? Why this shows');
    expect(find('a', 'Why this shows')?.href).toBe('/for-you#personal');
    expect(page.sent).toEqual([]);
  });

  test('names a category otherwise, and can be declined', async () => {
    const { page, says, press, showSuggestion } = await open('/category/monitors');
    showSuggestion(CATEGORY, 'category=3');
    expect(says()).toBe('Get alerts for new Monitors? Why this shows');
    await press('No thanks');
    expect([says(), page.sent]).toEqual([undefined, []]);
  });

  test('of a search adds its alert with its limits, daily, by one press', async () => {
    const { page, find, says, press, showSuggestion } = await open();
    page.answer(addByCriteriaCall, { success: true, alertid: 5, criteriaId: FOUND });
    const alert = { alertid: 5, title: 'ssd up to $60', criteriaId: FOUND };
    page.answer(listCall, { alerts: [{ ...alert, alertid: 4, title: 'Another' }, alert].map(alertAnswer) });
    showSuggestion(SEARCH, FOUND);
    await press('Tell me daily');
    await expect.poll(says).toBe('Your alert “ssd up to $60” was created. Change it');
    expect(find('a', 'Change it')?.href).toBe('/account/alerts');
    expect(page.sentTo(addByCriteriaCall)).toMatchObject([
      { criteriaId: 'q=ssd', maxprice: '60', frequency: 'daily', notification: 'email', source: 'suggestion', dedupe: '1' },
    ]);
  });

  test('of what somebody has an alert for says that this is changed', async () => {
    const { page, find, says, press, showSuggestion } = await open();
    page.answer(addByCriteriaCall, { success: true, alertid: 5, criteriaId: FOUND, changed: { title: 'Disks' } });
    showSuggestion(SEARCH, FOUND);
    await press('Tell me daily');
    await expect.poll(says).toContain('You already had an alert for this, “Disks”.');
    expect(find('a', 'Change it')?.href).toBe('/account/alerts');
  });

  test('of a search by price alone adds it by its price; where the list does not come it has the words of the search', async () => {
    const { page, says, press, showSuggestion } = await open();
    page.answer(addByWordsCall, { success: true, alertid: 5, criteriaId: 'max=6000' });
    showSuggestion({ kind: 'searches', id: 'under 60' }, 'max=6000');
    await press('Tell me daily');
    await expect.poll(says).toBe('Your alert “under 60” was created. Change it');
    expect(page.sentTo(addByWordsCall)).toMatchObject([{ maxprice: '60', frequency: 'daily' }]);
  });

  test('to a guest leads to signing up, and the alert waits', async () => {
    const { page, says, press, $opened, showSuggestion } = await open();
    page.answer(addByCriteriaCall, { doLogin: true, criteriaId: FOUND });
    showSuggestion(SEARCH, FOUND);
    await press('Tell me daily');
    await expect.poll(() => $opened.get()).toMatchObject({ view: 'sign-up', actionSource: 'alert' });
    expect(says()).toBeUndefined();
    const waiting: unknown = JSON.parse(page.tab.get('pending-action') ?? '');
    expect(waiting).toMatchObject({ kind: 'alert', criteriaId: FOUND, fields: { criteriaId: 'q=ssd', frequency: 'daily' } });
  });

  test.each([
    [{ unconfirmed: true, criteriaId: FOUND }, 'Please verify your email address first', ['drawer']],
    [{ success: false, message: 'You have 500 deal alerts.' }, 'You have 500 deal alerts.', []],
    [undefined, 'An error has occurred. Please try again.', []],
  ])('that is answered %j says so, and can be tried again', async (answer, said, popups) => {
    const { page, find, says, press, $popups, showSuggestion } = await open();
    if (answer) page.answer(addByCriteriaCall, answer);
    showSuggestion(SEARCH, FOUND);
    await press('Tell me daily');
    await expect.poll(says).toContain(said);
    expect($popups.get()).toEqual(popups);
    expect(find('button', 'Tell me daily')).toBeDefined();
  });
});

describe('an alert is suggested', () => {
  /** Somebody who has come so often to what the page shows. */
  const visited = async (at: string, count: number, button: object | undefined) => {
    const opened = await open(at);
    const looked = { count, timestamp: 1, added: false };
    opened.page.local.set(
      'activity',
      JSON.stringify({ categories: { monitors: { ...looked, title: 'Monitors' } }, searches: { 'ssd under 60': looked } }),
    );
    const marks: Record<string, object | undefined> = {
      '[data-category]': at.startsWith('/category/') ? { dataset: { category: 'Monitors' } } : undefined,
      '[data-criteria-id]': button && { dataset: button },
    };
    Object.assign(document, { querySelector: (selector: string) => marks[selector] ?? null });
    const { suggestAlert } = await import('../../../src/features/alerts/suggest.ts');
    await suggestAlert();
    return opened;
  };
  const added = (text: string | undefined): unknown => JSON.parse(text ?? '{}');

  test.each([
    ['/search?q=SSD++under+60', { criteriaId: FOUND }, 'Get alerts for “ssd under 60”? Why this shows'],
    ['/search?q=ssd+under+60&sort=price', { criteriaId: FOUND }, 'Get alerts for “ssd under 60”? Why this shows'],
    ['/category/monitors?sort=new', { criteriaId: 'category=3' }, 'Get alerts for new Monitors? Why this shows'],
  ])('with the third visit, once: %s', async (at, button, text) => {
    expect((await visited(at, 2, button)).says()).toBeUndefined();
    const { page, says } = await visited(at, 3, button);
    expect(says()).toBe(text);
    const kind = at.startsWith('/search')
      ? { searches: { 'ssd under 60': { added: true } } }
      : { categories: { monitors: { added: true } } };
    expect(added(page.local.get('activity'))).toMatchObject(kind);
  });

  test.each([
    ['/search?q=ssd+under+60', undefined],
    // Its name would say more than the alert finds.
    ['/category/monitors?price_max=60', { criteriaId: 'category=3;max=6000' }],
    ['/category/monitors?filters%5Bstore%5D%5B%5D=newmart', { criteriaId: 'category=3;store=1' }],
  ])('not at %s with the button %j', async (at, button) => {
    expect((await visited(at, 3, button)).says()).toBeUndefined();
  });
});

/** An alert as the call lists it. */
const alertAnswer = (alert: object) => ({
  ...{ criteria: 'ssd up to $60', path: '/search?q=ssd', source: 'suggestion', frequency: 'daily', notification: ['email'] },
  ...{
    votelevel: 0,
    targetforums: [],
    newlow: false,
    paused: false,
    coupon: false,
    minCents: null,
    maxCents: 6000,
    minPercent: null,
    createdAt: '2026-11-25T12:00:00.000Z',
  },
  ...alert,
});
