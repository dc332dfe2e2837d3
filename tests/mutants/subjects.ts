export interface Subject {
  /** The files that are changed. */
  files: string[];
  /** The tests that have to notice. */
  tests: string[];
}

const named = (folder: string, ...names: string[]) => names.map((name) => `${folder}/${name}.ts`);

/** Rules that need no database: tests run for every change, so they have to be quick. */
export const SUBJECTS: Record<string, Subject> = {
  'own-path': { files: ['src/lib/own-path.ts'], tests: ['tests/unit/lib/own-path.test.ts'] },
  accounts: {
    files: named('src/features/accounts', 'email', 'password', 'username', 'new-password', 'after-load'),
    tests: named('tests/unit/accounts', 'account-rules.test', 'after-load.test'),
  },
  'weak-passwords': {
    files: ['src/features/accounts/weak-passwords.server.ts'],
    tests: ['tests/unit/accounts/weak-passwords.test.ts'],
  },
  touched: { files: ['src/features/publishing/affected-pages.ts'], tests: ['tests/unit/publishing/affected-pages.test.ts'] },
  terms: {
    files: named('src/features/search', 'terms', 'word-queries', 'minimum-should-match'),
    tests: named('tests/unit/search', 'terms.test', 'ranking.test'),
  },
  sanitising: {
    files: named('src/features/comments', 'markup.server', 'plain-text'),
    tests: ['tests/unit/comments/markup.test.ts'],
  },
  votes: {
    files: named('src/features/votes', 'cast-vote', 'forms', 'pending', 'store', 'vote', 'vote-change'),
    tests: named('tests/unit/votes', 'store.test', 'forms.test', 'vote-change.test'),
  },
};
