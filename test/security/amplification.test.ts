import { beforeAll, describe, expect, it } from 'vitest';
import { runInTurn } from '../../src/domain/core/budget.ts';
import { anOrganization, aSpace, type AnOrganization } from '../factories.ts';
import { startServer, type Harness } from '../harness.ts';
import { clock } from '../setup/clock.ts';

describe('an answer that grows by nesting', () => {
  let server: Harness;
  let organization: AnOrganization;

  beforeAll(async () => {
    server = await startServer();
    organization = await anOrganization(server);
  });

  const entry = (spaceId: string, id: string, more: { parentId?: string | null; documentId?: string | null } = {}) => ({
    line: spaceId,
    spaceId,
    entryId: id,
    fromSeq: 1,
    kind: 'page',
    type: 'document',
    title: id,
    slug: id,
    position: id,
    attributes: {},
    createdAt: clock.now(),
    updatedAt: clock.now(),
    ...more,
  });

  // An error for each of thousands of refused fields would block all other requests.
  const listCodes = (body: { errors: { extensions: { code: string } }[] }) =>
    body.errors.map(({ extensions }) => extensions.code);

  it('a document that nests pages and their links ends at a limit', async () => {
    const { prisma } = server.platform.db;
    const { id: spaceId } = await aSpace(server, organization.id);
    const pageId = server.platform.services.newId('pg');
    const documentId = `doc_${pageId}`;
    await prisma.document.create({ data: { id: documentId, markdown: 'Links' } });
    await prisma.contentEntry.create({ data: entry(spaceId, pageId, { documentId }) });
    await prisma.contentLink.createMany({
      data: Array.from({ length: 250 }, (_, ordinal) => ({
        line: spaceId,
        entryId: pageId,
        fromSeq: 1,
        source: 'text',
        ordinal,
        startsAt: ordinal,
        endsAt: ordinal + 1,
        url: '#',
        kind: 'page',
        targetId: pageId,
      })),
    });
    const query = `query ($id: ID!, $page: ID!) { space(id: $id) { content { page(id: $page) {
      links { edges { node { page { links { edges { node { page { links { edges { node { page { id } } } } } } } } } } } } } } } }`;
    const { body } = await organization.owner.graphql(query, { id: spaceId, page: pageId });
    expect(listCodes(body)).toEqual(['QUERY_TOO_COMPLEX']);
    expect(body).not.toHaveProperty('data');
  });

  it('a document that nests links three times is refused before it reads anything', async () => {
    const { id: spaceId } = await aSpace(server, organization.id);
    await organization.owner.graphql('{ viewer { id } }');
    await server.statements.reset();
    const query = `query ($id: ID!) { space(id: $id) { content { allPages {
      links { edges { node { page { links { edges { node { page { title } } } } } } } } } } } }`;
    const { body } = await organization.owner.graphql(query, { id: spaceId });
    expect(listCodes(body)).toEqual(['QUERY_TOO_COMPLEX']);
    expect(body.errors[0].message).toMatch(
      /^The query has an answer of up to \d+ objects, more than 50000, most of them in `space\.content\.allPages\.links\./,
    );
    // The token of the caller is looked up before the document is known.
    expect(server.statements.texts.filter((text) => !text.includes('api_tokens'))).toEqual([]);
  });

  it('a tree of pages may be read level by level, because its pages are shared out between the levels', async () => {
    const { id: spaceId } = await aSpace(server, organization.id);
    const query = `query ($id: ID!) { space(id: $id) { content { tree { pages { pages { title links(first: 10) { edges { node { href } } } } } } } } }`;
    const { body } = await organization.owner.graphql(query, { id: spaceId });
    expect(body).toEqual({ data: { space: { content: { tree: [] } } } });
  });

  it('a document that nests child pages again and again ends at a limit', async () => {
    const { id: spaceId } = await aSpace(server, organization.id);
    const id = (at: number) => `pg_${spaceId}_${at}`;
    await server.platform.db.prisma.contentEntry.createMany({
      data: Array.from({ length: 350 }, (_, at) => entry(spaceId, id(at), at === 0 ? {} : { parentId: id(at - 1) })),
    });
    const query = `query ($id: ID!) { space(id: $id) { content { allPages {
      descendants { descendants { descendants { id } } } } } } }`;
    const { body } = await organization.owner.graphql(query, { id: spaceId });
    expect(listCodes(body)).toEqual(['QUERY_TOO_COMPLEX']);
    expect(body).not.toHaveProperty('data');
  });
});

describe('an answer that repeats what is no text of a page', () => {
  it('titles and descriptions under aliases are refused before the answer is too long', async () => {
    const server = await startServer();
    const { id, owner } = await anOrganization(server);
    const { id: spaceId } = await aSpace(server, id);
    const title = 't'.repeat(250);
    const changes = Array.from({ length: 50 }, () => ({
      operation: 'insert_page',
      title,
      description: 'd'.repeat(1_000),
    }));
    for (let at = 0; at < 20; at += 1) await owner.rest(`POST /v1/spaces/${spaceId}/content`, { changes });
    const fields = Array.from({ length: 28 }, (_, at) => `d${at}: description`).join(' ');
    const query = `query ($id: ID!) { space(id: $id) { content { allPages { id ${fields} } } } }`;
    const { body } = await owner.graphql(query, { id: spaceId });
    expect(body).not.toHaveProperty('data');
    expect(body.errors[0]).toMatchObject({
      message: 'An answer contains at most 25165824 characters of JSON. Request fewer objects or fields.',
      extensions: { code: 'QUERY_TOO_COMPLEX' },
    });
    const few = await owner.graphql('query ($id: ID!) { space(id: $id) { content { allPages { description } } } }', {
      id: spaceId,
    });
    expect(few.body.data.space.content.allPages).toHaveLength(1_000);
  });
});

describe('texts that take long to be read', () => {
  it('texts that are slow to parse exhaust a budget per caller instead of the process', async () => {
    const server = await startServer();
    const { owner } = await anOrganization(server);
    const given = owner.context();
    const ctx = { ...given, config: { ...given.config, TEXTS_TIMEOUT_MS: 3_000 } };
    const busy = (ms: number) => async (charge: (computedMs: number) => void) => {
      charge(ms);
      return 'read';
    };
    const answers = await Promise.allSettled(Array.from({ length: 20 }, () => runInTurn(ctx, busy(400))));
    const read = answers.filter(({ status }) => status === 'fulfilled');
    expect(read).toHaveLength(8);
    expect(answers.at(-1)).toMatchObject({ status: 'rejected', reason: { type: 'overloaded' } });
  });
});
