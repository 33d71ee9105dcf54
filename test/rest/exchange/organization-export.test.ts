import { beforeAll, describe, expect, test } from 'vitest';
import { endOfJob, exported, filesOf } from '../../exports.ts';
import { aCollection, aMember, anOrganization, aSpace } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';
import { clock } from '../../setup/clock.ts';

let server: Harness;
let owner: Caller;
let organizationId: string;

beforeAll(async () => {
  server = await startServer();
  ({ owner, id: organizationId } = await anOrganization(server));
});

const signature = (id = organizationId) => `POST /v1/orgs/${id}/export`;

async function write(spaceId: string, title: string, markdown = 'Text.') {
  const changes = [{ operation: 'insert_page', title, document: { markdown } }];
  expect((await owner.rest(`POST /v1/spaces/${spaceId}/content`, { changes })).status).toBe(200);
}

const listLines = (files: ReadonlyMap<string, Buffer>, path: string) =>
  String(files.get(path))
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

describe('POST /v1/orgs/{organizationId}/export', () => {
  test('the archive has a folder for each space, with names that differ, and JSON for the organization', async () => {
    const { id: collection } = await aCollection(server, organizationId, {
      title: 'Guides',
      description: 'All of them',
    });
    const spaces = await Promise.all([
      aSpace(server, organizationId, { title: 'Handbook' }),
      aSpace(server, organizationId, { title: 'handbook', parentId: collection }),
      aSpace(server, organizationId, { title: '日本語' }),
      aSpace(server, organizationId, { title: 'Gone', deletedAt: clock.now() }),
    ]);
    for (const { id } of spaces.slice(0, 3)) await write(id, 'One');
    await owner.rest(`POST /v1/spaces/${spaces[0]?.id}/comments`, { body: { markdown: 'Hello' } });
    const files = await filesOf(await exported(server, owner, signature()));
    const lines = listLines(files, '.octavo/spaces.jsonl');
    expect(lines.map(({ id }) => id).toSorted()).toEqual(
      spaces
        .slice(0, 3)
        .map(({ id }) => id)
        .toSorted(),
    );
    expect(new Set(lines.map(({ folder }) => folder.toLowerCase())).size).toBe(3);
    expect(
      lines.map(({ folder }) => files.has(`${folder}one.md`) && files.has(`${folder}.octavo/export.json`)),
    ).toEqual([true, true, true]);
    expect(listLines(files, '.octavo/collections.jsonl')).toMatchObject([
      { id: collection, title: 'Guides', description: 'All of them' },
    ]);
    expect(JSON.parse(String(files.get('.octavo/organization.json')))).toMatchObject({
      format: 'octavo-organization',
      organization: { id: organizationId, title: 'Example' },
    });
    expect(listLines(files, '.octavo/members.jsonl')).toMatchObject([{ userId: owner.userId, role: 'admin' }]);
    expect([...files.keys()]).toEqual(
      expect.arrayContaining(['.octavo/teams.jsonl', '.octavo/collection-access.jsonl']),
    );
  });

  test('only admins of the organization may export it', async () => {
    const { owner: stranger } = await anOrganization(server);
    const creator = await aMember(server, organizationId, 'create');
    const answers = await Promise.all([stranger.rest(signature()), creator.rest(signature())]);
    expect(answers.map(({ status }) => status)).toEqual([404, 403]);
  });
});

describe('The archive of an organization', () => {
  const started = async () => {
    const { owner: first, id } = await anOrganization(server);
    const admin = await aMember(server, id, 'admin');
    const { id: spaceId } = await aSpace(server, id);
    const { body } = await admin.rest(signature(id));
    return { id, spaceId, first, admin, job: await endOfJob(admin, body.id) };
  };
  const seenBy = async (caller: Caller, id: string) => (await caller.rest(`GET /v1/jobs/${id}`)).body;

  test('admins of the organization download its archive, and a former admin does not', async () => {
    const { id, first, admin, job } = await started();
    expect(job.downloadURL).toEqual(expect.any(String));
    expect((await seenBy(first, job.id)).downloadURL).toEqual(expect.any(String));
    await first.rest(`PATCH /v1/orgs/${id}/members/${admin.userId}`, { role: 'create' });
    const seen = await seenBy(admin, job.id);
    expect([seen.state, seen.downloadURL]).toEqual(['completed', undefined]);
    await first.rest(`DELETE /v1/orgs/${id}/members/${admin.userId}`);
    expect(await seenBy(admin, job.id)).not.toHaveProperty('result');
  });

  test('a token that may not read all of an archive gets no address', async () => {
    const { admin, job } = await started();
    const token = await server.as(admin.userId, { scopes: ['space:content:read', 'org:read'] });
    expect((await seenBy(token, job.id)).downloadURL).toBeUndefined();
  });

  test('an archive with a space that was moved to another organization has no address, and former addresses fail', async () => {
    const { spaceId, admin, job } = await started();
    const { id: elsewhere } = await anOrganization(server);
    await server.platform.db.prisma.space.update({ where: { id: spaceId }, data: { organizationId: elsewhere } });
    expect((await seenBy(admin, job.id)).downloadURL).toBeUndefined();
    const { statusCode } = await server.app.inject({
      url: job.downloadURL.slice(job.downloadURL.indexOf('/exports/')),
    });
    expect(statusCode).toBe(404);
  });
});

describe('The archive of a space', () => {
  test('the creator of an archive gets no address after losing the role that gave parts of it', async () => {
    const { id } = await aSpace(server, organizationId);
    const caller = await aMember(server, organizationId, 'comment');
    const { body } = await caller.rest(`POST /v1/spaces/${id}/export`);
    expect((await endOfJob(caller, body.id)).downloadURL).toEqual(expect.any(String));
    await owner.rest(`PATCH /v1/orgs/${organizationId}/members/${caller.userId}`, { role: 'read' });
    expect((await caller.rest(`GET /v1/jobs/${body.id}`)).body.downloadURL).toBeUndefined();
  });
});
