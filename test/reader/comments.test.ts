import { expect, it } from 'vitest';
import { readPublished } from '../proposals.ts';
import { aPlainSite, aSitesWorld } from '../published-sites.ts';
import { write } from '../visitors-world.ts';

const markdown = `Read this first.

<!-- SECRETBLOCK: ask the owner -->

{/* SECRETJSX: do not mention it */}

Text <!-- SECRETINLINE --> goes on.

[//]: # (SECRETLINK: an old trick)

End with \`<!-- shown -->\`.`;

it('comments of authors are in no answer of a site, and what code says of them is', async () => {
  const world = await aSitesWorld('commenting');
  const site = await aPlainSite(world, { visibility: 'public' });
  await write(world.owner, site.spaceId, [
    { operation: 'insert_page', title: 'Release', document: { markdown } },
    { operation: 'insert_reusable_content', title: 'Shared', document: { markdown } },
    { operation: 'insert_page', title: 'Including', document: { markdown: '{% include "shared.md" %}' } },
  ]);
  const read = async (path: string) => String((await readPublished(world, `${site.url}${path}`)).body);
  for (const path of ['/release', '/including', '/release.md', '/llms-full.txt', '/llms.txt', '/~/updates.atom']) {
    const body = await read(path);
    expect([path, /SECRET|\{\/\*/.exec(body)?.[0]]).toEqual([path, undefined]);
  }
  expect(await read('/release')).toContain('&lt;!-- shown --&gt;');
  expect(await read('/release.md')).toContain('`<!-- shown -->`');
  for (const word of ['SECRETBLOCK', 'SECRETJSX', 'SECRETINLINE', 'SECRETLINK']) {
    const { body } = await readPublished(world, `${site.url}/~/search?q=${word}`, { accept: 'application/json' });
    expect([word, body]).toEqual([word, expect.objectContaining({ results: [] })]);
  }
  const { body } = await world.owner.rest(`GET /v1/spaces/${site.spaceId}/search?query=SECRETJSX`);
  expect(body.items).toEqual([]);
  const { body: stored } = await world.owner.rest(
    `GET /v1/spaces/${site.spaceId}/content/path/release?format=markdown`,
  );
  expect(JSON.stringify(stored)).toContain('SECRETJSX');
});

it('a prompt is shown as it is written, and long code that is expandable has all of its lines', async () => {
  const world = await aSitesWorld('prompting');
  const site = await aPlainSite(world, { visibility: 'public' });
  const lines = Array.from({ length: 12 }, (_, at) => `line ${at + 1}`).join('\n');
  await write(world.owner, site.spaceId, [
    {
      operation: 'insert_page',
      title: 'Blocks',
      document: {
        markdown: `{% prompt description="Ask for help" %}\nYou **are** a guide.\n\n- Be brief.\n{% endprompt %}\n\n{% code expandable="true" %}\n\`\`\`\n${lines}\n\`\`\`\n{% endcode %}\n\n{% code expandable="true" %}\n\`\`\`\nshort\n\`\`\`\n{% endcode %}`,
      },
    },
  ]);
  const body = String((await readPublished(world, `${site.url}/blocks`)).body);
  const words = body.replaceAll(/<\/?span[^>]*>/g, '');
  expect(words).toContain('<figcaption>Ask for help</figcaption>');
  expect(words).toContain('You **are** a guide.\n\n- Be brief.');
  expect(body).toMatch(
    /<details class="all-lines"><summary>All 12 lines<\/summary><pre[^>]*><code>line 1\n[^<]*line 12</,
  );
  expect(body.split('all-lines')).toHaveLength(2);
});
