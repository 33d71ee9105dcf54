import { beforeAll, describe, expect, it } from 'vitest';
import { aCollection, anOrganization, aSpace } from '../factories.ts';
import { startServer, type Caller } from '../harness.ts';
import { aSite } from '../site-factories.ts';

let owner: Caller;
let ids: Readonly<Record<string, string>>;

beforeAll(async () => {
  const server = await startServer();
  const { id: organization, owner: admin } = await anOrganization(server);
  owner = admin;
  const { id: space } = await aSpace(server, organization);
  const { id: collection } = await aCollection(server, organization);
  const { id: site } = await aSite(server, organization);
  const sites = `/v1/orgs/${organization}/sites/${site}`;
  const { body: section } = await owner.rest(`POST ${sites}/sections`, { spaceId: space });
  const { body: group } = await owner.rest(`POST ${sites}/section-groups`, { title: 'Group', sections: [] });
  const { body: listed } = await owner.rest(`GET ${sites}/site-spaces`);
  const changes = [
    { operation: 'insert_page', title: 'Page' },
    { operation: 'insert_files', files: [{ name: 'a.txt', base64: 'YQ==' }] },
  ];
  const { body: written } = await owner.rest(`POST /v1/spaces/${space}/content`, { changes });
  ids = {
    organization,
    space,
    collection,
    sites,
    section: section.id,
    group: group.id,
    siteSpace: listed.items[0].id,
    page: written.changes[0].page.id,
    file: written.insertedFiles[0].id,
  };
});

/** Requests that refer to something by the id of another type. */
const requests: readonly (readonly [name: string, request: () => readonly [string, unknown], path: string])[] = [
  ['the parent of a space', () => [`POST /v1/spaces/${ids.space}/move`, { parent: ids.space }], 'body.parent'],
  [
    'the parent of a collection',
    () => [`POST /v1/collections/${ids.collection}/move`, { parent: ids.page }],
    'body.parent',
  ],
  [
    'the sibling of a space',
    () => [`POST /v1/spaces/${ids.space}/move`, { position: { before: { type: 'space', space: ids.collection } } }],
    'body.position.before.space',
  ],
  [
    'the sibling of a collection',
    () => [
      `POST /v1/collections/${ids.collection}/move`,
      { position: { after: { type: 'collection', collection: ids.space } } },
    ],
    'body.position.after.collection',
  ],
  [
    'the page to move',
    () => [`POST /v1/spaces/${ids.space}/content`, { changes: [{ operation: 'move_page', page: ids.file, at: 0 }] }],
    'body.changes.0.page',
  ],
  [
    'the new parent of a page',
    () => [
      `POST /v1/spaces/${ids.space}/content`,
      { changes: [{ operation: 'move_page', page: ids.page, into: ids.file }] },
    ],
    'body.changes.0.into',
  ],
  [
    'the file to rename',
    () => [
      `POST /v1/spaces/${ids.space}/content`,
      { changes: [{ operation: 'rename_file', file: ids.page, name: 'b.txt' }] },
    ],
    'body.changes.0.file',
  ],
  [
    'the sibling of a section',
    () => [
      `POST ${ids.sites}/sections/${ids.section}/move`,
      { position: { before: { type: 'site-section', siteSection: ids.siteSpace } } },
    ],
    'body.position.before',
  ],
  [
    'the sibling of a section group',
    () => [
      `POST ${ids.sites}/section-groups/${ids.group}/move`,
      { position: { before: { type: 'site-section-group', id: ids.section } } },
    ],
    'body.position.before',
  ],
  [
    'the sibling of a site space',
    () => [
      `POST ${ids.sites}/site-spaces/${ids.siteSpace}/move`,
      { position: { after: { type: 'site-space', siteSpace: ids.space } } },
    ],
    'body.position.after',
  ],
  [
    'the organization of a transfer',
    () => [`POST /v1/spaces/${ids.space}/transfer`, { organization: ids.collection }],
    'body.organization',
  ],
  [
    'the page of a comment',
    () => [`POST /v1/spaces/${ids.space}/comments`, { body: { markdown: 'x' }, page: ids.file }],
    'body.page',
  ],
];

describe('the id of something else', () => {
  it.each(requests)('is 404 as %s', async (_name, request, path) => {
    const [signature, body] = request();
    const reply = await owner.rest(signature, body);
    expect([reply.status, reply.body.error]).toEqual([
      404,
      expect.objectContaining({
        type: 'reference_not_found',
        details: [
          {
            path,
            rule: 'reference',
            message: expect.stringMatching(/^No .* ".*", which is an id of the type \w+$/),
          },
        ],
      }),
    ]);
  });
});
