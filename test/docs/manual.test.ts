import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { manualSource } from '../../src/app/pages/manual-source.ts';
import { buildMarkdownTree } from '../../src/text/imports/markdown-tree.ts';
import { walkPages } from '../../src/text/imports/import-tree.ts';
import { settingsPage } from '../../scripts/settings-page.ts';

it('the manual page of the settings equals the one this program generates', () => {
  const file = new URL('../../docs/manual/operate/settings.md', import.meta.url);
  expect(readFileSync(file, 'utf8')).toBe(settingsPage());
});

it.each(['google', 'entra-id', 'okta', 'keycloak', 'authentik', 'authelia', 'gitlab'])(
  'the page of %s says what to enter there and here, how to check it, and what differs',
  (name) => {
    const text = readFileSync(new URL(`../../docs/manual/people/${name}.md`, import.meta.url), 'utf8');
    for (const part of [
      /^## At \w/m,
      /^## Here$/m,
      /^## What differs$/m,
      /"issuer": "https:/,
      /redirect URI/i,
      /\/check$/m,
    ])
      expect(text).toMatch(part);
    const overview = readFileSync(new URL('../../docs/manual/operate/openid-connect.md', import.meta.url), 'utf8');
    expect(overview).toContain(`(../people/${name}.md)`);
  },
);

it.each(['github', 'gitlab', 'gitea', 'bitbucket', 'other'])(
  'the page of syncs with %s says which token and webhook it needs, and what differs',
  (name) => {
    const text = readFileSync(new URL(`../../docs/manual/use/git-${name}.md`, import.meta.url), 'utf8');
    for (const part of [/^## The token$/m, /^## The webhook$/m, /^## What differs$/m, /"token": "…"/, /hookSecret/])
      expect(text).toMatch(part);
    const overview = readFileSync(new URL('../../docs/manual/use/git.md', import.meta.url), 'utf8');
    expect(overview).toContain(`(git-${name}.md)`);
  },
);

it('every page of the manual is in its summary, and every link and image of the manual and the reference resolves', async () => {
  const entries = await manualSource();
  const tree = await buildMarkdownTree(entries);
  const pages = [...walkPages(tree.pages)];
  expect(pages.filter((page) => page.hidden).map((page) => page.key)).toEqual([]);
  expect(pages.filter((page) => page.kind === 'document')).toHaveLength(
    entries.filter(({ path }) => path.endsWith('.md')).length - 1,
  );
  const broken = pages.flatMap((page) =>
    page.links.filter(({ target }) => target.kind === 'broken').map(({ url }) => `${page.key}: ${url}`),
  );
  // Files that only the repository has. The manual shows the words of such a link.
  expect(broken.filter((link) => !/^README\.md: |: \.\.\/adr\/|\/openapi\.json$/.test(link))).toEqual([]);
});
