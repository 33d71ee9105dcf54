import { expect, test } from 'vitest';
import { anOrganization, aSpace } from '../../factories.ts';
import { startServer } from '../../harness.ts';
import { aTranslation } from '../../translation-factories.ts';

test('an XLIFF export shows translators front matter, code and formulas, which stay to the byte whatever a tool makes of them', async () => {
  const server = await startServer();
  const organization = await anOrganization(server);
  const { owner } = organization;
  const kept = {
    'front-matter': '---\ntitle: "A & B"\nlayout: wide\n---',
    code: '```js\nconst same   = 1; // <stays> \n\n\tdone()\n```',
    math: '$$\na_{text} < b\n$$',
  };
  const markdown = `${kept['front-matter']}\n\nSee the note[^1] here.\n\n${kept.code}\n\n${kept.math}\n\n[^1]: A *note*,  & see the whole.\n`;
  const source = (await aSpace(server, organization.id, { language: 'en' })).id;
  const made = await owner.rest(`POST /v1/spaces/${source}/content`, {
    changes: [{ operation: 'insert_page', title: 'Install', document: { markdown } }],
  });
  const page = made.body.changes[0].page.id;
  const base = `/v1/orgs/${organization.id}/translations/${(await aTranslation(server, organization.id)).id}`;
  const { body: copy } = await owner.rest(`POST ${base}/spaces`, { space: source, language: 'de' });
  const path = `${base}/spaces/${copy.id}`;
  const { xliff } = (await owner.rest(`POST ${path}/export`, {})).body;
  const unitsOf = Object.fromEntries(
    [...xliff.matchAll(/<unit id="n\d" name="([\w-]+)" translate="no">\s*<segment><source>(.*?)<\/source>/gs)].map(
      ([, name = '', text = '']) => [
        name,
        text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&'),
      ],
    ),
  );
  expect(unitsOf).toEqual(kept);
  const filled = xliff.replaceAll(
    /<segment><source>(.*?)<\/source><\/segment>/gs,
    (_whole: string, text: string) =>
      `<segment><source>${text}</source><target>${text.replaceAll(/see the/gi, 'Siehe')}?</target></segment>`,
  );
  for (const xml of [filled, filled.replaceAll(/ {2}<unit id="n\d".*?<\/unit>\n/gs, '')]) {
    const { status, body } = await owner.rest(`POST ${path}/import`, { xliff: xml });
    expect([status, body.written]).toEqual([200, [page]]);
    const { markdown: written } = (await owner.rest(`GET /v1/spaces/${copy.space}/content/page/${page}`)).body;
    for (const text of Object.values(kept)) expect(written).toContain(text);
    expect(written).toContain('Siehe note');
    expect(written).toContain('[^1]: A *note*,  & Siehe whole.?');
  }
});
