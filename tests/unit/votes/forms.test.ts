import { afterEach, describe, expect, test, vi } from 'vitest';
import { showVotesInForms, voteForms } from '../../../src/features/votes/forms.ts';
import { resumeVote } from '../../../src/features/votes/pending.ts';

afterEach(() => void vi.unstubAllGlobals());

interface Post {
  postid: number;
  votetypeid: number;
  thread?: string;
  shown?: string;
  /** Whether React does not run the form yet. */
  isAsleep?: boolean;
  /** The value of the button that is pressed. */
  pressed?: string;
}

/** As much of a form of votes as a page has. */
class FakeForm {
  readonly fields: Record<string, string>;
  readonly dataset: { thread?: string };
  readonly output: { textContent: string; title: string } | null;
  readonly buttons: {
    value: string;
    pressed: string;
    clicks: number;
    setAttribute: (name: string, to: string) => void;
    click: () => void;
  }[];
  readonly #isAsleep: boolean;

  constructor({ postid, votetypeid, thread, shown = '40', isAsleep = true, pressed }: Post) {
    this.fields = { postid: String(postid), votetypeid: String(votetypeid) };
    this.dataset = { thread };
    this.output = { textContent: shown, title: 'as it was' };
    this.#isAsleep = isAsleep;
    this.buttons = ['1', '-1'].map((value) => ({
      ...{ value, pressed: String(pressed === value), clicks: 0 },
      setAttribute(name, to) {
        if (name === 'aria-pressed') this.pressed = to;
      },
      click() {
        this.clicks++;
      },
    }));
  }

  querySelector(selector: string): unknown {
    const field = /^input\[name="(.*)"\]$/.exec(selector)?.[1];
    if (field !== undefined) return { value: this.fields[field] };
    const button = /^button\[value="(.*)"\]:not\(\[aria-pressed="true"\]\)$/.exec(selector)?.[1];
    if (button !== undefined) return this.buttons.find(({ value, pressed }) => value === button && pressed !== 'true') ?? null;
    return selector === 'output' ? this.output : null;
  }

  querySelectorAll(selector: string): unknown[] {
    return selector === 'button' ? this.buttons : [];
  }

  closest(selector: string): unknown {
    return selector === 'astro-island[ssr]' && this.#isAsleep ? this : null;
  }
}

function page(...posts: Post[]): FakeForm[] {
  const forms = posts.map((post) => new FakeForm(post));
  vi.stubGlobal('document', { querySelectorAll: (selector: string) => (selector === 'form.votes' ? forms : []) });
  return forms;
}

describe('forms of votes', () => {
  test('say what they are on and what they show', () => {
    const [deal, comment, fresh] = page(
      { postid: 7, votetypeid: 1, thread: '3', shown: '40' },
      { postid: 8, votetypeid: 2, shown: '-2' },
      { postid: 9, votetypeid: 1, thread: '4', shown: 'New' },
    );
    expect(voteForms()).toEqual([
      { form: deal, postid: 7, votetypeid: 1, threadid: 3, score: 40 },
      { form: comment, postid: 8, votetypeid: 2, threadid: undefined, score: -2 },
      { form: fresh, postid: 9, votetypeid: 1, threadid: 4, score: null },
    ]);
  });

  const seen = ({ output, buttons }: FakeForm) => [output!.textContent, output!.title, ...buttons.map(({ pressed }) => pressed)];

  test.each([
    ['up', 41, ['41', '', 'true', 'false']],
    ['down', -1, ['-1', '', 'false', 'true']],
    ['neutral', 0, ['0', '', 'false', 'false']],
    ['up', null, ['New', 'The score shows some minutes after posting', 'true', 'false']],
  ] as const)('show a vote %s and a score of %s', (vote, score, expected) => {
    const [form] = page({ postid: 7, votetypeid: 1 });
    showVotesInForms(7, { score, vote });
    expect(seen(form!)).toEqual(expected);
  });

  test('of other posts, and those that React runs, are left alone', () => {
    const forms = page({ postid: 8, votetypeid: 1 }, { postid: 7, votetypeid: 1, isAsleep: false }, { postid: 7, votetypeid: 1 });
    showVotesInForms(7, { score: 41, vote: 'up' });
    expect(forms.map((form) => seen(form)[0])).toEqual(['40', '40', '41']);
  });
});

describe('a vote that waited for signing in', () => {
  const clicks = (forms: FakeForm[]) => forms.map(({ buttons }) => buttons.map((button) => button.clicks));

  test('presses its button in the first form of its post', () => {
    const forms = page(
      { postid: 8, votetypeid: 1 },
      { postid: 7, votetypeid: 2 },
      { postid: 7, votetypeid: 1 },
      { postid: 7, votetypeid: 1 },
    );
    resumeVote({ kind: 'vote', postid: 7, votetypeid: 1, vote: -1 });
    expect(clicks(forms)).toEqual([
      [0, 0],
      [0, 0],
      [0, 1],
      [0, 0],
    ]);
  });

  test('presses nothing that is pressed already, which would take the vote back', () => {
    const forms = page({ postid: 7, votetypeid: 1, pressed: '1' }, { postid: 7, votetypeid: 1 });
    resumeVote({ kind: 'vote', postid: 7, votetypeid: 1, vote: 1 });
    expect(clicks(forms)).toEqual([
      [0, 0],
      [0, 0],
    ]);
  });

  test('of a post that is gone presses nothing', () => {
    const forms = page({ postid: 8, votetypeid: 1 });
    resumeVote({ kind: 'vote', postid: 7, votetypeid: 1, vote: 1 });
    expect(clicks(forms)).toEqual([[0, 0]]);
  });
});
