import { beforeAll, describe, expect, it } from 'vitest';
import { ofSpace } from '../../../src/domain/core/events/emit.ts';
import { transact } from '../../../src/domain/core/transact.ts';
import { anOrganization, aSpace, type AnOrganization } from '../../factories.ts';
import { startServer, type Harness } from '../../harness.ts';
import { streamsOf } from '../../opened-streams.ts';

const count = 100;

/** As many as a stream needs that reads a page of events, and answers many of them together; not one for each. */
const maxStatements = count / 3;

let server: Harness;
let organization: AnOrganization;
let url: string;
beforeAll(async () => {
  server = await startServer();
  url = await server.listen();
  organization = await anOrganization(server);
  const { owner, id } = organization;
  const spaces = await Promise.all(Array.from({ length: count }, () => aSpace(server, id)));
  await transact(owner.context(), async (ctx) => {
    for (const space of spaces)
      ctx.emit('space.restored', ofSpace({ id: space.id, title: 'Space', organizationId: id }));
  });
});

const open = streamsOf(() => server);

const query = `subscription ($id: ID!) {
  organizationEvents(organizationId: $id, since: 0) { position actor { displayName } space { title } } }`;

describe('a stream answers events together that it finds together', () => {
  it.each(['REST', 'GraphQL'])('over %s', async (face) => {
    const { owner, id } = organization;
    const headers = {
      authorization: `Bearer ${owner.secret}`,
      'content-type': 'application/json',
      accept: 'text/event-stream',
    };
    await server.statements.reset();
    const stream =
      face === 'REST'
        ? await open(`${url}/v1/orgs/${id}/events/stream?since=0`, { headers })
        : await open(`${url}/graphql`, {
            method: 'POST',
            headers,
            body: JSON.stringify({ query, variables: { id } }),
          });
    const positions: number[] = [];
    while (positions.length < count) {
      const told = JSON.parse((await stream.next())?.data ?? '{}');
      positions.push(face === 'REST' ? told.position : told.data.organizationEvents.position);
    }
    expect(positions).toEqual(Array.from({ length: count }, (_none, at) => at + 1));
    // Without the look for news once a second.
    const sent = server.statements.texts.filter((text) => !text.includes('from event_streams'));
    expect(sent.length).toBeLessThan(maxStatements);
  });
});
