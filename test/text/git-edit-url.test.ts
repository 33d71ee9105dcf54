import { expect, it } from 'vitest';
import { editUrlOf } from '../../src/text/git/edit-url.ts';

it.each([
  ['github', 'https://github.com/acme/docs.git', 'https://github.com/acme/docs/edit/next/v2/docs/a%20b.md'],
  ['gitlab', 'https://gitlab.com/acme/docs', 'https://gitlab.com/acme/docs/-/edit/next/v2/docs/a%20b.md'],
  ['gitea', 'https://codeberg.org/acme/docs/', 'https://codeberg.org/acme/docs/_edit/next/v2/docs/a%20b.md'],
  [
    'bitbucket',
    'https://bitbucket.org/acme/docs.git',
    'https://bitbucket.org/acme/docs/src/next/v2/docs/a%20b.md?mode=edit',
  ],
  ['other', 'https://git.example.org/docs.git', null],
])('a file is edited on %s at its own page', (provider, url, expected) => {
  expect(editUrlOf({ provider, url, ref: 'refs/heads/next/v2', path: 'docs/a b.md' })).toBe(expected);
});
