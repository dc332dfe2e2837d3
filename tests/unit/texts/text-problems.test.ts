import { describe, expect, test } from 'vitest';
import { defaultText } from '../../../src/features/texts/default-text.server.ts';
import { BLOCKS } from '../../../src/features/texts/directives.ts';
import { IMPRINT, TEXT_NAMES } from '../../../src/features/texts/text-names.ts';
import { checkText } from '../../../src/features/texts/text-problems.server.ts';

const BLOCK_NAMES = Object.keys(BLOCKS).map((name) => `::${name}`);
const FRONT = '---\ntitle: Help\ndescription: How to.\n---\n';
const problems = (body: string, front = FRONT) => checkText(`${front}${body}`).problems;

describe('a text', () => {
  test.each(TEXT_NAMES.filter((name) => name !== IMPRINT))('that Magpie brings has no problems: %s', (name) => {
    expect(checkText(defaultText(name)).problems).toEqual([]);
  });

  test('tells where it links to on the site', () => {
    expect(checkText(`${FRONT}\n[a](/help)\nand [b](https://a.example)\nand [c](/popular?page=2)\n`).ownLinks).toEqual([
      { line: 6, path: '/help' },
      { line: 8, path: '/popular?page=2' },
    ]);
  });

  test.each<[string, string, string]>([
    ['is empty', '', 'The text is empty.'],
    ['is blank', ' \n\n', 'The text is empty.'],
    ['is too large', `${FRONT}${'ü'.repeat(33_000)}`, 'The text has 66041 bytes; it may have 64 KiB (65536).'],
    ['has characters that cannot be stored', `${FRONT}\u0000`, 'The text must not contain control characters or broken Unicode.'],
    ['has no front matter', 'Hello', 'A text begins with its title and description'],
    ['has front matter that does not end', '---\ntitle: Help\n\nHello', 'A text begins with its title and description'],
    ['has no title', '---\ndescription: How to.\n---\nHello', 'The front matter needs a title, on one line.'],
    ['has an empty title', '---\ntitle: ""\ndescription: How to.\n---\nHello', 'The title must not be empty.'],
    ['has a long title', `---\ntitle: ${'x'.repeat(81)}\ndescription: a\n---\nHello`, 'The title must have at most 80 characters.'],
    ['has no description', '---\ntitle: Help\n---\nHello', 'The front matter needs a description, on one line.'],
    [
      'has other fields',
      '---\ntitle: a\ndescription: b\nlayout: c\n---\nHello',
      'The front matter has layout; it takes title and description.',
    ],
    ['has a field twice', '---\ntitle: a\ntitle: b\n---\nHello', 'The front matter has title twice.'],
    ['has more in front', '---\ntitle:\n  - a\n---\nHello', 'The front matter has "  - a", which is not a "name: value" line.'],
    ['has nothing below', FRONT, 'There is nothing below the title and the description.'],
  ])('is refused when it %s', (_what, markdown, problem) => {
    expect(checkText(markdown).problems).toEqual([expect.stringContaining(problem)]);
  });

  test.each<[string, string, string]>([
    ['a second title', 'a\n\n# Help', 'Line 7: a heading begins with ##'],
    ['a second title underlined', 'Help\n====', 'Line 5: a heading begins with ##'],
    ['HTML', 'a\n\n<div>\nb\n</div>', 'Line 7: HTML (<div>) is not allowed'],
    ['HTML within a line', 'a\nb <b>c', 'Line 6: HTML (<b>) is not allowed'],
    ['a picture', '![a](/a.png)', 'Line 5: pictures are not taken.'],
    [
      'an unknown block',
      '::cookie',
      `Line 5: there is no block ::cookie. There are ::cookies, ::tracking, ${BLOCK_NAMES.slice(2).join(', ')}.`,
    ],
    ['a block within a list', '- ::cookies', 'Line 5: a block such as ::cookies must be alone on its line'],
    ['a block with more behind it', '::cookies::', 'Line 5: a block such as ::cookies must be alone on its line'],
    ['an unknown value', 'At :sitename', 'Line 5: there is no value :sitename. There are :site-name, :contact-email;'],
    ['a link that runs', '[a](javascript:alert%281%29)', 'Line 5: the link to javascript:alert%281%29 must be a path such as /help'],
    ['a link to another host that looks like a path', '[a](//evil.example)', 'Line 5: the link to //evil.example must be'],
    ['a relative link', '[a](help)', 'Line 5: the link to help must be'],
    ['a link to no heading', '## Contact\n\n[a](#contacts)', 'Line 7: no heading of this text has the id #contacts.'],
  ])('is refused with %s', (_what, body, problem) => {
    expect(problems(body)).toEqual(expect.arrayContaining([expect.stringContaining(problem)]));
  });

  test('is refused with what is wrong in front of it and below', () => {
    expect(problems('a\n\n# Help\n\n<b>', '---\ntitle: Help\n---\n')).toEqual([
      'The front matter needs a description, on one line.',
      expect.stringContaining('Line 6: a heading begins with ##'),
      expect.stringContaining('Line 8: HTML (<b>) is not allowed'),
    ]);
    expect(problems('', '---\ntitle: Help\n---\n')).toHaveLength(2);
  });

  test('may have all that there is, and says nothing of it', () => {
    expect(
      problems(
        '## Contact {#us}\n\n[a](#us) <me@a.example> 10:30 :-) a::b\n\n1. `<b>`\n\n> :site-name\n\n::cookies\n\n| a |\n| - |\n| b |\n',
        '---\ntitle: "Say \\"hello\\""\ndescription: \'It\'\'s: how\'\n---\n\n',
      ),
    ).toEqual([]);
  });
});
