import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';

const SCRIPT = readFileSync(resolve('src/features/search/box/first-search.js'), 'utf8');
const KEY = 'recent-searches';

type Listener = (event: { target: object }) => void;

/** A page with the script in its head. @param storage what the browser keeps; null where it keeps nothing */
function openPage(storage: Record<string, string> | null = {}) {
  const listeners: Record<string, Listener> = {};
  const document = {
    addEventListener: (type: string, listener: Listener) => void (listeners[type] = listener),
    defaultView: {
      get localStorage() {
        if (!storage) throw new DOMException('closed', 'SecurityError');
        return storage;
      },
    },
  };
  runInNewContext(SCRIPT, { document, Event });
  return {
    /** Sends the form of the search box. @returns what is sent */
    submit(text: string, sort = '', dataset: object = { searchBox: 'remembers' }) {
      const elements = { q: { value: text }, sort: { value: sort } };
      listeners['submit']?.({ target: { dataset, elements } });
      return { q: elements.q.value, sort: elements.sort.value };
    },
    click: (target: object) => listeners['click']?.({ target }),
    remembered: () => JSON.parse(storage?.[KEY] ?? '[]') as unknown,
  };
}

describe('the form of the search box', () => {
  test('sends the text without spaces around it', () => {
    expect(openPage().submit('  desk lamp ').q).toBe('desk lamp');
  });

  test('asks for the newest without a text, for relevance with one, and keeps the order that the results are in', () => {
    const page = openPage();
    expect([page.submit('').sort, page.submit(' ').sort, page.submit('desk').sort]).toEqual(['newest', 'newest', 'relevance']);
    expect([page.submit('desk', 'newest').sort, page.submit('', 'price').sort]).toEqual(['newest', 'price']);
  });

  test('that is another one is left alone', () => {
    const page = openPage();
    expect(page.submit(' desk ', '', {})).toEqual({ q: ' desk ', sort: '' });
    expect(page.remembered()).toEqual([]);
  });
});

describe('searches are remembered', () => {
  test('the newest first, each once whatever its case, and eight of them', () => {
    const page = openPage();
    for (let number = 1; number <= 9; number++) page.submit(`lamp ${number}`);
    for (const text of ['LAMP 3', ' ', '']) page.submit(text);
    expect(page.remembered()).toEqual(['LAMP 3', 'lamp 9', 'lamp 8', 'lamp 7', 'lamp 6', 'lamp 5', 'lamp 4', 'lamp 2']);
  });

  test.each(['{"lamp"', '{}', '7', 'null'])('whatever another program left there: %s', (left) => {
    const page = openPage({ [KEY]: left });
    page.submit('sofa');
    expect(page.remembered()).toEqual(['sofa']);
  });

  test('nowhere where the browser keeps nothing, or the site suggests nothing, and are sent as well', () => {
    expect(openPage(null).submit(' sofa ').q).toBe('sofa');
    const page = openPage();
    expect(page.submit(' sofa ', '', { searchBox: '' }).q).toBe('sofa');
    expect(page.remembered()).toEqual([]);
  });
});

test('the clear button empties the text, which has the focus then, and says so', () => {
  const done: string[] = [];
  const text = { value: 'lamp', focus: () => done.push('focus'), dispatchEvent: ({ type }: Event) => done.push(type) };
  const page = openPage();
  page.click({ closest: (selector: string) => (selector === '[data-clear]' ? { form: { elements: { q: text } } } : null) });
  page.click({ closest: () => null });
  expect([text.value, ...done]).toEqual(['', 'focus', 'input']);
});
