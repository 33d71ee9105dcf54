import { expect, it } from 'vitest';
import { aSitesWorld } from '../../published-sites.ts';
import { aTranslatedSpace, aTranslation } from '../../translation-factories.ts';
import { write } from '../../visitors-world.ts';

it('an export after a page leaves that page out, and those before it', async () => {
  const { server, owner, organizationId } = await aSitesWorld('exporting');
  const settings = await aTranslation(server, organizationId);
  const translated = await aTranslatedSpace(server, organizationId, settings.id);
  const page = (ref: string) => ({
    operation: 'insert_page',
    ref,
    title: ref,
    document: { markdown: `Text of ${ref}` },
  });
  const ids = await write(owner, translated.sourceId, [page('first'), page('second')]);
  const path = `/v1/orgs/${organizationId}/translations/${settings.id}/spaces/${translated.id}`;
  await owner.rest(`POST ${path}/update`);
  const all = await owner.rest(`POST ${path}/export`, {});
  const later = [...ids.values()].map((after) => owner.rest(`POST ${path}/export`, { after }));
  const texts = (await Promise.all(later)).map(({ body }) => JSON.stringify(body));
  const sizes = ['Text of first', 'Text of second'].map((text) => texts.filter((one) => one.includes(text)).length);
  expect(JSON.stringify(all.body)).toMatch(/Text of first.*Text of second|Text of second.*Text of first/s);
  expect(sizes.toSorted()).toEqual([0, 1]);
});
