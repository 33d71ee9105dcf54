import { usesPerCompilation } from '../../src/engine/document-caches.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { updateContent } from '../../src/domain/authoring/content/edits/update-content.ts';
import type { ContentOperation } from '../../src/domain/authoring/content/edits/operation.ts';
import { schema } from '../../src/schema/index.ts';
import {
  aCollection,
  aGrant,
  aJob,
  aMember,
  aRenderer,
  aSamlProvider,
  anOidcProvider,
  anInstallation,
  anEvent,
  anIntegration,
  anOpenApiSpec,
  anOrganization,
  aSpace,
  someTranslationSettings,
  aTeam,
  aWebhook,
} from '../factories.ts';
import { aSite, aSiteGroup, aSiteSection } from '../site-factories.ts';
import { siteSettingsNodes } from '../site-settings-factories.ts';
import { aReview, aTemplate } from '../template-factories.ts';
import { aGlossaryEntry, aTranslatedSpace } from '../translation-factories.ts';
import { aSynced } from '../git-factories.ts';
import { aPasskeyPerson } from '../passkey-people.ts';
import { startServer, type Caller, type Harness } from '../harness.ts';

/** One object of every node type, visible only to `owner`. */
type World = Readonly<Record<string, string>>;

let server: Harness;
let owner: Caller;
let stranger: Caller;
let world: World;

const nodeTypes = schema.getPossibleTypes(schema.getType('Node') as never).map(({ name }) => name);
const states = [
  'Page of a change request',
  'Page of a revision',
  'Page without computed texts',
  'Revision that is active',
  'Revision without computed texts',
];

beforeAll(async () => {
  server = await startServer();
  const { id: organizationId, owner: admin } = await anOrganization(server);
  owner = admin;
  stranger = await server.aUser();
  const member = await aMember(server, organizationId, 'read');
  const collection = await aCollection(server, organizationId);
  const space = await aSpace(server, organizationId, { parentId: collection.id });
  const to = { userId: member.userId };
  const grant = await aGrant(server, organizationId, { on: { spaceId: space.id }, to, role: 'edit' });
  const { services, db } = server.platform;
  const token = await db.prisma.apiToken.findFirstOrThrow({ where: { userId: owner.userId } });
  const hook = await aWebhook(server, organizationId, { active: false });
  const invite = await db.prisma.invite.create({ data: { id: services.newId('inv'), organizationId, role: 'read' } });
  const said = { spaceId: space.id, revisionId: space.revisionId, authorId: member.userId, markdown: 'Hello' };
  const comment = await db.prisma.comment.create({ data: { id: services.newId('cmt'), ...said } });
  const reply = await db.prisma.comment.create({
    data: { id: services.newId('rpl'), parentId: comment.id, ...said },
  });
  const begun = { spaceId: space.id, number: 7, revisionId: space.revisionId, revisionInitialId: space.revisionId };
  const changeRequest = await db.prisma.changeRequest.create({ data: { id: services.newId('cr'), ...begun } });
  const review = await db.prisma.changeRequestReview.create({
    data: {
      id: services.newId('rvw'),
      changeRequestId: changeRequest.id,
      reviewerId: owner.userId,
      status: 'approved',
      revisionId: space.revisionId,
    },
  });
  const team = await aTeam(server, organizationId);
  const spec = await anOpenApiSpec(server, organizationId, { slug: 'pets', createdById: owner.userId });
  await db.prisma.teamMember.create({ data: { teamId: team.id, userId: member.userId, role: 'member' } });
  const content = await aConflict(space.id);
  const integration = await anIntegration(server, organizationId, { visibility: 'private' });
  const { id: siteId } = await aSite(server, organizationId);
  const siteSectionId = await aSiteSection(server, { siteId, spaceId: space.id });
  const settings = await someTranslationSettings(server, organizationId);
  world = {
    Site: siteId,
    SiteSection: siteSectionId,
    ...(await siteSettingsNodes(server, siteId)),
    SiteSectionGroup: await aSiteGroup(server, siteId),
    SiteSpace: (await db.prisma.siteSpace.findFirstOrThrow({ where: { sectionId: siteSectionId } })).id,
    ...content,
    PageFreshness: await aReview(server, {
      organizationId,
      spaceId: space.id,
      pageId: content['Page']?.split('.')[0] ?? '',
    }),
    Template: await aTemplate({ server, organizationId, spaceId: space.id }, ''),
    Member: `mbr_${organizationId}.${member.userId}`,
    TeamMember: `tmb_${team.id}.${member.userId}`,
    ChangeRequest: changeRequest.id,
    ChangeRequestReview: review.id,
    ApiToken: token.id,
    Team: team.id,
    OpenApiSpec: spec.id,
    OpenApiSpecVersion: spec.versionId,
    Invite: invite.id,
    OidcProvider: (await anOidcProvider(server, organizationId)).id,
    Passkey: (await aPasskeyPerson(server, owner)).passkeyId,
    SamlProvider: (await aSamlProvider(server, organizationId)).id,
    Comment: comment.id,
    CommentReply: reply.id,
    User: member.userId,
    Organization: organizationId,
    Collection: collection.id,
    Space: space.id,
    Revision: space.revisionId,
    Grant: grant.id,
    Integration: integration.id,
    TranslationSettings: settings.id,
    TranslatedSpace: (await aTranslatedSpace(server, organizationId, settings.id)).id,
    GlossaryEntry: (await aGlossaryEntry(server, organizationId)).id,
    IntegrationInstallation: (await anInstallation(server, integration.id, organizationId)).id,
    Event: await anEvent(server, organizationId),
    Renderer: await aRenderer(server, organizationId),
    Webhook: hook.id,
    WebhookDelivery: hook.deliveryId,
    ...(await aNotification(organizationId, space.id)),
    Job: (await aJob(server, organizationId, { spaceId: space.id })).id,
  };
});

/** A watch of the owner, what they were told by it, and a connection with a repository. */
async function aNotification(organizationId: string, spaceId: string): Promise<World> {
  const { services, db } = server.platform;
  const [Watch, Notification] = [services.newId('wch'), services.newId('ntf')];
  const { userId } = owner;
  const createdAt = services.now();
  const watch = { id: Watch, userId, organizationId, nodeId: spaceId, spaceId, level: 'content', createdAt };
  await db.prisma.watch.create({ data: watch });
  const about = {
    organizationId,
    spaceId,
    subjectId: spaceId,
    type: 'content.updated',
    reason: 'watching',
    position: 1,
  };
  await db.prisma.notification.create({
    data: { ...about, id: Notification, userId, createdAt, updatedAt: createdAt },
  });
  return { Watch, Notification, ...(await aSynced(server, spaceId)) };
}

/** A page with a conflict, a file and a reusable content, in the main content and in a change request. */
async function aConflict(spaceId: string): Promise<World> {
  const edit = async (changeRequestId: string | null, ...operations: ContentOperation[]) =>
    updateContent(owner.context(), {
      spaceId,
      changeRequestId,
      operations: operations.map((input, index) => ({ input, path: `changes.${index}` })),
    });
  const made = await edit(
    null,
    { operation: 'insert_page', title: 'Page', document: { markdown: 'One' } },
    { operation: 'insert_files', files: [{ name: 'a.txt', base64: 'YQ==' }] },
    { operation: 'insert_reusable_content', title: 'Note', document: { markdown: 'Note' } },
  );
  const page = made.pages[0]?.id ?? '';
  const request = await owner.rest(`POST /v1/spaces/${spaceId}/change-requests`, {});
  await edit(null, { operation: 'update_page', page, title: 'Main' });
  await edit(request.body.id, { operation: 'update_page', page, title: 'Request', document: { markdown: 'Two' } });
  const { body } = await owner.rest(`GET /v1/spaces/${spaceId}/content/page/${page}`);
  return {
    Page: `${page}.${spaceId}`,
    'Page of a change request': `${page}.${request.body.id}`,
    'Page of a revision': `${page}.${made.revision.id}`,
    'Page without computed texts': `${page}.${spaceId}.uncomputed`,
    'Revision that is active': `live_${request.body.id}`,
    'Revision without computed texts': `live_${spaceId}.uncomputed`,
    File: `${made.files[0]?.id}.${spaceId}`,
    ReusableContent: `${made.subjects[2]}.${spaceId}`,
    Document: `${body.documentId}.${spaceId}`,
    ContentConflict: `cfl_${page}.${request.body.id}`,
  };
}

const nodeQuery = 'query ($id: ID!) { node(id: $id) { __typename id } }';
const node = async (caller: Caller, id: string) => (await caller.graphql(nodeQuery, { id })).body;

/** The response for an id, without the id itself. */
const reading = async (caller: Caller, id: string) =>
  JSON.parse(
    JSON.stringify(await node(caller, id))
      .replaceAll(id, 'ID')
      .replaceAll(/req_[\w-]+/g, 'REQUEST'),
  ) as unknown;

describe('node(id:)', () => {
  it('is tried with every type of node', () => {
    // A new node type needs an example in this test.
    expect(nodeTypes.filter((type) => !(type in world))).toEqual([]);
  });

  it.each([...nodeTypes, ...states])('finds a %s by its id for callers who may see it', async (kind) => {
    const id = world[kind];
    const [type] = kind.split(' ');
    // First interpreted by graphql-js, then compiled.
    for (let run = 0; run <= usesPerCompilation; run += 1)
      expect(await node(owner, id ?? '')).toEqual({ data: { node: { __typename: type, id } } });
  });

  it.each([...nodeTypes, ...states])('answers the same error for a hidden %s as for an unknown one', async (type) => {
    const id = world[type] ?? '';
    const hidden = await reading(stranger, id);
    const absent = await reading(stranger, id.replaceAll(/_[\w-]{20}(?![\w-])/g, `_${'0'.repeat(20)}`));
    expect(hidden).toEqual(absent);
    expect(hidden).toMatchObject({
      data: { node: null },
      errors: [{ path: ['node'], extensions: { code: 'NOT_FOUND', type: 'not_found', status: 404 } }],
    });
  });

  it.each([
    '',
    'spc',
    'spc_',
    'nope_123',
    '_',
    '__proto__',
    'constructor_x',
    'toString_x',
    '1',
    'SPC_123',
    ' spc_1',
    '%00',
    '🙂_1',
    'pg_',
    'pg_1',
    'pg_1.',
    '.',
    'pg_1.spc_1.spc_1',
    'live_',
    'live_rev_1.more',
    'mbr_',
    'mbr_.',
    'mbr_org_1',
    'tmb_1.',
    'cfl_pg_1.',
    'doc_1.',
  ])('finds no node with the id %j', async (id) => {
    const { data, errors } = await node(owner, id);
    expect(data).toEqual({ node: null });
    expect(errors).toHaveLength(1);
    expect(errors[0].extensions).toMatchObject({ code: 'NOT_FOUND', type: 'not_found' });
  });

  it('resolves the fields of the concrete type of a node', async () => {
    const query =
      'query ($id: ID!) { node(id: $id) { ... on Space { title organization { id } } ... on User { displayName } } }';
    for (let run = 0; run <= usesPerCompilation; run += 1) {
      const { body } = await owner.graphql(query, { id: world['Space'] });
      expect(body).toEqual({ data: { node: { title: 'Handbook', organization: { id: world['Organization'] } } } });
    }
  });
});

describe('nodes(ids:)', () => {
  it('returns nodes in the requested order, with null and an error for each that is hidden or unknown', async () => {
    const ids = [world['Space'], 'spc_absent', world['Organization'], 'nope', world['Space']];
    for (let run = 0; run <= usesPerCompilation; run += 1) {
      const { body } = await owner.graphql('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids });
      expect(body.data).toEqual({ nodes: [{ id: ids[0] }, null, { id: ids[2] }, null, { id: ids[4] }] });
      expect(body.errors.map(({ path }: { path: unknown }) => path)).toEqual([
        ['nodes', 1],
        ['nodes', 3],
      ]);
    }
  });

  it('reads a hundred spaces by id with one statement', async () => {
    const { id, owner: admin } = await anOrganization(server);
    const ids: string[] = [];
    for (let n = 0; n < 100; n += 1) ids.push((await aSpace(server, id)).id);
    const read = async (count: number) => {
      await server.statements.reset();

      const { body } = await admin.graphql(
        'query ($ids: [ID!]!) { nodes(ids: $ids) { id ... on Space { organization { title } } } }',
        { ids: ids.slice(0, count) },
      );
      expect(body.errors).toBeUndefined();
      expect(body.data.nodes).toHaveLength(count);
      return server.statements.texts.length;
    };
    await read(1);
    expect(await read(100)).toBe(await read(1));
  });
});

describe('cursors', () => {
  it('are the same in GraphQL and in REST', async () => {
    const { id, owner: admin } = await anOrganization(server);
    for (let n = 0; n < 5; n += 1) await aSpace(server, id);
    const query =
      'query ($id: ID!, $after: String) { organization(id: $id) { spaces(first: 2, after: $after) { pageInfo { hasNextPage endCursor } edges { cursor node { id } } } } }';
    let after: string | null = null;
    for (let page = 0; page < 3; page += 1) {
      const { body } = await admin.graphql(query, { id, after });
      const { pageInfo, edges } = body.data.organization.spaces;
      const rest: Awaited<ReturnType<Caller['rest']>> = await admin.rest(
        `GET /v1/orgs/${id}/spaces?limit=2${after ? `&page=${after}` : ''}`,
      );
      expect(edges.map((edge: { node: { id: string } }) => edge.node.id)).toEqual(
        rest.body.items.map((item: { id: string }) => item.id),
      );
      expect(edges.at(-1).cursor).toBe(pageInfo.endCursor);
      expect(rest.body.next?.page ?? null).toBe(pageInfo.hasNextPage ? pageInfo.endCursor : null);
      after = pageInfo.endCursor;
    }
  });
});
