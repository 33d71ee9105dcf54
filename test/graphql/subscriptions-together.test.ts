import { beforeAll, describe, expect, it } from 'vitest';
import { ofSpace } from '../../src/domain/core/events/emit.ts';
import { transact } from '../../src/domain/core/transact.ts';
import { writePages } from '../content-pages.ts';
import { aMember, anOrganization, aSpace, type AnOrganization } from '../factories.ts';
import { startServer, type Caller, type Harness } from '../harness.ts';
import { streamsOf } from '../opened-streams.ts';

let server: Harness;
let url: string;
let organization: AnOrganization;
let since: number;
beforeAll(async () => {
  server = await startServer();
  url = `${await server.listen()}/graphql`;
  organization = await anOrganization(server);
});

const open = streamsOf(() => server);

/** Emits an event about each of some spaces, in one transaction. */
async function emitAbout(spaceIds: readonly string[], title = 'Space'): Promise<void> {
  const { owner, id: organizationId } = organization;
  since = Number(
    (await server.platform.db.prisma.eventStream.findUnique({ where: { organizationId } }))?.position ?? 0,
  );
  await transact(owner.context(), async (ctx) => {
    for (const [at, id] of spaceIds.entries())
      ctx.emit('space.moved', ofSpace({ id, title, organizationId }), { parent: String(at) });
  });
}

/** Follows what was emitted last. `next` returns the position from there, or the type of an error; null after the end. */
async function follow({ secret }: Pick<Caller, 'secret'>, fields: string) {
  const query = `subscription ($id: ID!, $since: Float) {
    organizationEvents(organizationId: $id, since: $since) { position ${fields} } }`;
  const headers = {
    authorization: `Bearer ${secret}`,
    'content-type': 'application/json',
    accept: 'text/event-stream',
  };
  const body = JSON.stringify({ query, variables: { id: organization.id, since } });
  const stream = await open(url, { method: 'POST', headers, body });
  return async () => {
    const { data, errors } = JSON.parse((await stream.next())?.data || '{}');
    return errors?.[0].extensions.type ?? (data ? data.organizationEvents.position - since : null);
  };
}

const allOf = async (next: () => Promise<unknown>, count: number) => {
  const all: unknown[] = [];
  while (all.length < count) all.push(await next());
  return all;
};

describe('events that are known at the same moment', () => {
  it('have the budget of an operation each', async () => {
    const { owner, id } = organization;
    const { id: spaceId } = await aSpace(server, id);
    await writePages(owner, spaceId, [{ id: 'pag_long', markdown: 'x'.repeat(1_000_000) }]);
    await emitAbout(Array.from({ length: 20 }, () => spaceId));
    const next = await follow(owner, 'space { content { page(id: "pag_long") { markdown } } }');
    expect(await allOf(next, 20)).toEqual(Array.from({ length: 20 }, (_none, at) => at + 1));
  });

  it('do not share a limit of an operation', async () => {
    const { id: spaceId } = await aSpace(server, organization.id);
    await emitAbout(Array.from({ length: 8 }, () => spaceId));
    const next = await follow(organization.owner, 'space { embed(url: "http://127.0.0.1:9/") { title } }');
    expect(new Set(await allOf(next, 8))).toEqual(new Set(['not_found']));
  });

  it('are answered up to the first that cannot be', async () => {
    const { owner, id } = organization;
    const [small, large] = [await aSpace(server, id), await aSpace(server, id)];
    await writePages(owner, small.id, [{ id: 'pag_some', markdown: 'Small' }]);
    await writePages(owner, large.id, [{ id: 'pag_some', markdown: 'x'.repeat(900_000) }]);
    await emitAbout([small.id, small.id, large.id, small.id]);
    const pages = Array.from({ length: 20 }, (_none, at) => `p${at}: page(id: "pag_some") { markdown }`);
    const next = await follow(owner, `space { content { ${pages.join(' ')} } }`);
    expect(await allOf(next, 4)).toEqual([1, 2, 'query_too_complex', null]);
  });

  it('are not all notified to a caller who loses access meanwhile', async () => {
    const { owner, id } = organization;
    const { id: spaceId } = await aSpace(server, id);
    const member = await aMember(server, id, 'read');
    // More than the buffers on the way to a client that does not read.
    await emitAbout(
      Array.from({ length: 100 }, () => spaceId),
      'x'.repeat(400_000),
    );
    const next = await follow(member, 'subjectTitle');
    expect(await next()).toBe(1);
    await owner.rest(`DELETE /v1/orgs/${id}/members/${member.userId}`);
    let notified = 1;
    for (let last = await next(); typeof last === 'number'; last = await next()) notified = last;
    expect(notified).toBeLessThan(100);
  });
});
