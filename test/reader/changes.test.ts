import { beforeAll, describe, expect, it } from 'vitest';
import { addressOf, aProposal, enter, linksIn, propose, readPublished } from '../proposals.ts';
import { aPlainSite, aSitesWorld, type SitesWorld } from '../published-sites.ts';
import { write } from '../visitors-world.ts';

let world: SitesWorld;

beforeAll(async () => {
  world = await aSitesWorld('compared');
});

describe('the changes of a change request', () => {
  /** Words of a page without its tags, with what is removed in brackets and what is added in braces. */
  const wordsIn = (page: unknown) =>
    (/<article>(.*)<\/article>/s.exec(String(page))?.[1] ?? '')
      .replaceAll(/<span class="unseen">(?:Added|Removed): <\/span>/g, '')
      .replaceAll(/<del\b[^>]*>/g, '[')
      .replaceAll('</del>', ']')
      .replaceAll(/<ins\b[^>]*>/g, '{')
      .replaceAll('</ins>', '}')
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/\s+/g, ' ');

  it('are listed with links to what changes on each page', async () => {
    const { address, view, basename, request, idOf } = await aProposal(world);
    const { cookie } = await enter(world, address);
    const { status, headers, body } = await readPublished(world, `${view}/~/list`, { cookie });
    expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
    const items = [
      ...String(body).matchAll(/<li><span><a href="([^"]*)">([^<]*)<\/a><\/span><span class="change (\w+)">/g),
    ];
    const base = `/${basename}/~/changes/${request.number}/`;
    expect(items.map(([, ...parts]) => parts)).toEqual([
      [`${base}guide?diff`, 'Guide', 'changed'],
      [`${base}brand-new?diff`, 'Brand new', 'added'],
      [`/${basename}/~/pages/${idOf('deep')}`, 'Deep', 'removed'],
    ]);
    const page = await readPublished(world, `${view}/guide`, { cookie });
    expect(linksIn(page.body)).toEqual(expect.arrayContaining([`${base}~/list`, `${base}guide?diff`]));
  });

  it('are shown in the text of a page, by words', async () => {
    const site = await aPlainSite(world, { visibility: 'public' });
    await write(world.owner, site.spaceId, [
      {
        operation: 'update_page',
        page: site.idOf('guide'),
        document: { markdown: 'Press the red button twice.\n\nGone\n\n![a](./shown)' },
      },
    ]);
    const request = await propose(world, site.spaceId, [
      {
        operation: 'update_page',
        page: site.idOf('guide'),
        title: 'Manual',
        document: { markdown: 'Press the green button twice.\n\n[Home](/home)' },
      },
    ]);
    const { cookie } = await enter(world, await addressOf(world, site.id, { changeRequest: request.id }));
    const view = `${site.url}/~/changes/${request.number}`;
    const { body } = await readPublished(world, `${view}/guide?diff`, { cookie });
    const words = wordsIn(body);
    expect(words).toContain('[Guide] {Manual}');
    expect(words).toContain('Press the [red]{green} button twice.');
    expect(words).toContain('[Gone]');
    expect(words).toMatch(/\{ ?Home ?\}/);
    expect(linksIn(body)).toContain(`/${site.basename}/~/changes/${request.number}/guide`);
    expect((await readPublished(world, `${view}/guide/deep?diff`, { cookie })).body).toContain(
      'The text of this page does not change.',
    );
    expect(String((await readPublished(world, `${view}/guide`, { cookie })).body)).not.toContain('<ins');
  });

  it('are shown in the reusable contents of a page, also in those within others', async () => {
    const site = await aPlainSite(world, { visibility: 'public' });
    const insert = (title: string, markdown: string) => ({
      operation: 'insert_reusable_content',
      title,
      document: { markdown },
    });
    const hidden = (words: string) => `{% if visitor.claims.beta %}\n${words}\n{% endif %}`;
    await write(world.owner, site.spaceId, [
      insert('Inner', `Press the red button.\n\n${hidden('Old secret')}`),
      insert('Outer', '# Around\n\n{% include "inner.md" %}'),
      insert('Gone', 'Farewell words'),
      {
        operation: 'update_page',
        page: site.idOf('guide'),
        document: { markdown: 'The same\n\n{% include "outer.md" %}\n\n{% include "gone.md" %}' },
      },
      { operation: 'update_page', page: site.idOf('deep'), document: { markdown: '{% include "inner.md" %}' } },
    ]);
    const { body: content } = await world.owner.rest(`GET /v1/spaces/${site.spaceId}/content`);
    const ids = new Map(content.reusableContents.map(({ id, title }: Record<string, string>) => [title, id]));
    const request = await propose(world, site.spaceId, [
      {
        operation: 'update_reusable_content',
        reusableContent: ids.get('Inner'),
        document: { markdown: `Press the green button.\n\n${hidden('New secret')}` },
      },
      { operation: 'delete_reusable_content', reusableContent: ids.get('Gone') },
    ]);
    const { cookie } = await enter(world, await addressOf(world, site.id, { changeRequest: request.id }));
    const view = `${site.url}/~/changes/${request.number}`;
    const read = async (path: string) => (await readPublished(world, `${view}/${path}`, { cookie })).body;
    const guide = await read('guide?diff');
    expect(wordsIn(guide)).toMatch(/The same .*Around.* Press the \[red\]\{green\} button\..*\[ ?Farewell words ?\]/);
    expect(guide).not.toMatch(/secret|does not change/);
    expect(wordsIn(await read('guide/deep?diff'))).toContain('Press the [red]{green} button.');
    expect(await read('guide')).not.toMatch(/<ins|<del|Farewell/);
  });

  it('show nothing that conditions hide from their visitor, on either side', async () => {
    const site = await aPlainSite(world, { visibility: 'public' });
    const request = await propose(world, site.spaceId, [
      { operation: 'update_page', page: site.idOf('beta'), condition: null, document: { markdown: 'For all users' } },
      { operation: 'update_page', page: site.idOf('home'), document: { markdown: 'Hello' } },
      {
        operation: 'insert_page',
        title: 'Hushed',
        condition: 'visitor.claims.beta',
        document: { markdown: 'Secret' },
      },
    ]);
    const view = `${site.url}/~/changes/${request.number}`;
    const said = async (claims: object) => {
      const { cookie } = await enter(world, await addressOf(world, site.id, { changeRequest: request.id, claims }));
      const pages = await Promise.all(
        ['/~/list', '/beta?diff', '/?diff', '/hushed?diff'].map(async (path) =>
          readPublished(world, `${view}${path}`, { cookie }),
        ),
      );
      return pages.map(({ body }) => wordsIn(body)).join(' ');
    };
    const plain = await said({});
    expect(plain).not.toMatch(/For beta users|Beta news|Hushed|Secret/);
    expect(plain).toContain('{For all users}');
    expect(await said({ beta: true })).toMatch(/Hushed.*For \[beta\]\{all\} users.*Beta news.*Secret/s);
    const removed = await propose(world, site.spaceId, [{ operation: 'delete_page', page: site.idOf('beta') }]);
    const { cookie } = await enter(world, await addressOf(world, site.id, { changeRequest: removed.id }));
    const list = await readPublished(world, `${site.url}/~/changes/${removed.number}/~/list`, { cookie });
    expect(String(list.body)).not.toContain('Beta');
    expect(list.body).toContain('changes no pages that you see');
  });
});
