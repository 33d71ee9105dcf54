import { beforeAll, describe, expect, it } from 'vitest';
import { aChangeRequest, aMember, anOrganization, aSpace, type AnOrganization } from '../factories.ts';
import { startServer, type Caller, type Harness } from '../harness.ts';
import { enqueueJob } from '../../src/domain/core/jobs/enqueue.ts';
import { gate, script, scripted } from '../jobs.ts';
import { streamsOf } from '../opened-streams.ts';
import { hashSecret } from '../../src/lib/secret-token.ts';

let server: Harness;
let url: string;
let organization: AnOrganization;
let space: { id: string };
beforeAll(async () => {
  server = await startServer();
  url = `${await server.listen()}/graphql`;
  organization = await anOrganization(server);
  space = await aSpace(server, organization.id);
});

const open = streamsOf(() => server);

async function subscribe(
  caller: Pick<Caller, 'secret'>,
  query: string,
  variables: object = {},
  accept = 'text/event-stream',
) {
  const headers = { authorization: `Bearer ${caller.secret}`, 'content-type': 'application/json', accept };
  const stream = await open(url, { method: 'POST', headers, body: JSON.stringify({ query, variables }) });
  return { ...stream, answer: async () => JSON.parse((await stream.next())?.data || 'null') };
}

const events = `subscription ($id: ID!, $since: Float, $types: [String!]) {
  organizationEvents(organizationId: $id, since: $since, types: $types) { position type subjectTitle space { title } } }`;

const rename = (title: string) => organization.owner.rest(`PATCH /v1/spaces/${space.id}`, { title });

describe('notificationsChanged', () => {
  it('tells that somebody is notified, and that they have read it, on whatever device', async () => {
    const { owner, id } = await anOrganization(server);
    const [there, author] = [await aSpace(server, id), await aMember(server, id, 'admin')];
    const request = await aChangeRequest(server, there.id, { status: 'open', createdById: owner.userId });
    const query = 'subscription { notificationsChanged { unreadNotifications } }';
    const { answer } = await subscribe(owner, query);
    const unread = async () => (await answer()).data.notificationsChanged.unreadNotifications;
    expect(await unread()).toBe(0);
    const path = `POST /v1/spaces/${there.id}/change-requests/${request.id}/comments`;
    await author.rest(path, { body: { markdown: 'Well said.' } });
    expect(await unread()).toBe(1);
    await owner.graphql('mutation ($at: DateTime!) { markNotificationsRead(input: { seenAt: $at }) { count } }', {
      at: new Date(server.platform.services.now()).toISOString(),
    });
    expect(await unread()).toBe(0);
  });
});

describe('organizationEvents', () => {
  it('tells what happens from then on, as it is read at that time', async () => {
    await rename('Before');
    const { response, answer } = await subscribe(organization.owner, events, { id: organization.id });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    expect(response.headers.get('cache-control')).toBe('no-store, no-transform');
    await rename('One');
    const { data, extensions } = await answer();
    expect(data.organizationEvents).toMatchObject({
      type: 'SPACE_UPDATED',
      subjectTitle: 'Before',
      space: { title: 'One' },
    });
    expect(extensions.cost.objects).toBe(2);
    await rename('Two');
    expect((await answer()).data.organizationEvents.position).toBe(data.organizationEvents.position + 1);
  });

  it('continues after a position, and tells the types that are asked for', async () => {
    const { owner, id } = await anOrganization(server);
    const there = await aSpace(server, id);
    for (const title of ['One', 'Two', 'Three']) await owner.rest(`PATCH /v1/spaces/${there.id}`, { title });
    await owner.rest(`PATCH /v1/orgs/${id}`, { title: 'Renamed' });
    const { answer } = await subscribe(owner, events, { id, since: 1 });
    for (const position of [2, 3, 4]) expect((await answer()).data.organizationEvents.position).toBe(position);
    const some = await subscribe(owner, events, { id, since: 0, types: ['organization.updated'] });
    expect((await some.answer()).data.organizationEvents.position).toBe(4);
  });

  it('is compiled as a query is', async () => {
    const { answer } = await subscribe(organization.owner, events, { id: organization.id });
    for (let number = 0; number < 25; number += 1) {
      await rename(`Number ${number}`);
      expect((await answer()).data.organizationEvents.space.title).toBe(`Number ${number}`);
    }
  });

  it('tells each caller what they may read', async () => {
    const guest = await aMember(server, organization.id, null);
    const { answer } = await subscribe(guest, events, { id: organization.id });
    await rename('Hidden');
    await organization.owner.rest(`PATCH /v1/orgs/${organization.id}`, { title: 'Shown' });
    expect((await answer()).data.organizationEvents.type).toBe('ORGANIZATION_UPDATED');
  });

  it('ends with an error when the caller is no longer a member', async () => {
    const member = await aMember(server, organization.id, 'read');
    const { answer, rest } = await subscribe(member, events, { id: organization.id });
    await organization.owner.rest(`DELETE /v1/orgs/${organization.id}/members/${member.userId}`);
    expect((await answer()).errors[0].extensions.type).toBe('not_found');
    expect(await rest()).toEqual([{ event: 'complete', data: '' }]);
  });

  it('ends with an error when the token is revoked', async () => {
    const caller = await server.as(organization.owner.userId);
    const { answer, rest } = await subscribe(caller, events, { id: organization.id });
    await server.platform.db.prisma.apiToken.delete({ where: { hash: hashSecret(caller.secret) } });
    await rename('Unseen');
    expect((await answer()).errors[0].extensions.type).toBe('unauthenticated');
    expect(await rest()).toEqual([{ event: 'complete', data: '' }]);
  });
});

describe('a subscription is refused as a query is', () => {
  const refusals: readonly { name: string; query: string; variables?: object; type: string }[] = [
    { name: 'an unknown organization', query: events, variables: { id: 'org_nothing' }, type: 'not_found' },
    {
      name: 'a position below zero',
      query: events,
      variables: { id: 'org_nothing', since: -1 },
      type: 'validation_failed',
    },
    { name: 'a missing variable', query: events, type: 'validation_failed' },
    { name: 'an unknown field', query: 'subscription { nothing }', type: 'query_invalid' },
    {
      name: 'two fields',
      query: 'subscription { a: jobProgress(jobId: "a") { id } b: jobProgress(jobId: "b") { id } }',
      type: 'query_invalid',
    },
    { name: 'an unknown job', query: 'subscription { jobProgress(jobId: "job_nothing") { id } }', type: 'not_found' },
    {
      name: 'an unknown change request',
      query: 'subscription { changeRequestUpdated(changeRequestId: "crq_nothing") { id } }',
      type: 'not_found',
    },
    {
      name: 'a field that a variable skips',
      query:
        'subscription ($skip: Boolean = true) { organizationEvents(organizationId: "org_nothing") @skip(if: $skip) { id } }',
      type: 'query_invalid',
    },
    {
      name: 'a fragment that a variable leaves out',
      query: `subscription ($has: Boolean = false) { ...F }
        fragment F on Subscription { ... @include(if: $has) { jobProgress(jobId: "job_nothing") { id } } }`,
      type: 'query_invalid',
    },
    { name: 'no discussion', query: 'subscription { commentsChanged { event { id } } }', type: 'not_found' },
  ];
  it.each(refusals)('$name', async ({ query, variables, type }) => {
    const { response, next } = await subscribe(organization.owner, query, variables);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    const { event, data } = (await next()) ?? {};
    expect([event, JSON.parse(data ?? '').errors[0].extensions.type]).toEqual(['next', type]);
    expect(await next()).toMatchObject({ event: 'complete' });
  });

  it('with the status of the error for a client that reads JSON as well', async () => {
    const { response } = await subscribe(
      organization.owner,
      'subscription { nothing }',
      {},
      'application/graphql-response+json, text/event-stream',
    );
    expect([response.status, (await response.json()).errors[0].extensions.type]).toEqual([400, 'query_invalid']);
  });

  it('with the status of the error when another token may be let in', async () => {
    const { response } = await subscribe({ secret: 'nobody' }, events, { id: organization.id });
    expect([response.status, (await response.json()).errors[0].extensions.type]).toEqual([401, 'unauthenticated']);
  });

  it('by a client that takes JSON alone', async () => {
    const { status, body } = await organization.owner.graphql(events, { id: organization.id });
    expect([status, body.errors[0].extensions.type]).toEqual([406, 'not_acceptable']);
  });
});

describe('other subscriptions', () => {
  it('jobProgress shows a job until it has ended, which its creator and admins see', async () => {
    const { owner, id: organizationId } = organization;
    const creator = await aMember(server, organizationId, 'read');
    const reader = await aMember(server, organizationId, 'read');
    const shown = gate();
    const name = script(async (_ctx, run) => {
      run.progress({ done: 1, total: 3, phase: 'Reading' });
      await shown.opened;
      return { said: 'done' };
    });
    const place = { organizationId, spaceId: space.id };
    const jobId = await enqueueJob(creator.context(), scripted, { spaceId: space.id, script: name }, place);
    const query = `subscription { jobProgress(jobId: "${jobId}") { state progress { done total phase } } }`;
    const { next } = await subscribe(creator, query);
    const states: unknown[] = [];
    for (let message = await next(); message?.event === 'next'; message = await next()) {
      const { state, progress } = JSON.parse(message.data ?? '').data.jobProgress;
      states.push(state);
      if (progress.phase === 'Reading') shown.open();
    }
    expect(states.at(-1)).toBe('COMPLETED');
    const notified = async (caller: Caller) => {
      const { body } = await caller.rest(`GET /v1/orgs/${organizationId}/events?types=job.finished`);
      return body.items.filter(({ subject }: { subject: { id: string } }) => subject.id === jobId);
    };
    expect(await notified(reader)).toEqual([]);
    for (const caller of [owner, creator]) {
      const [{ space: at, data }] = await notified(caller);
      const end = {
        kind: 'test-scripted',
        state: 'completed',
        creator: creator.userId,
        done: 3,
        total: 3,
        error: null,
      };
      expect([at, data]).toEqual([space.id, end]);
    }
  });

  it('changeRequestUpdated shows a change request now and after each change', async () => {
    const { owner } = organization;
    const { id } = await aChangeRequest(server, space.id, { subject: 'First', createdById: owner.userId });
    const { answer } = await subscribe(
      owner,
      'subscription ($id: ID!) { changeRequestUpdated(changeRequestId: $id) { subject status } }',
      { id },
    );
    const shown = async () => (await answer()).data.changeRequestUpdated;
    expect(await shown()).toEqual({ subject: 'First', status: 'DRAFT' });
    await owner.rest(`PATCH /v1/spaces/${space.id}/change-requests/${id}`, { subject: 'Second' });
    expect(await shown()).toEqual({ subject: 'Second', status: 'DRAFT' });
    await owner.rest(`PATCH /v1/spaces/${space.id}/change-requests/${id}`, { status: 'open' });
    expect(await shown()).toEqual({ subject: 'Second', status: 'OPEN' });
  });

  it('commentsChanged tells of threads and replies of its discussion', async () => {
    const { owner } = organization;
    const { answer } = await subscribe(
      owner,
      'subscription ($id: ID!) { commentsChanged(spaceId: $id) { event { type } comment { id markdown } } }',
      { id: space.id },
    );
    const at = `/v1/spaces/${space.id}`;
    const change = await aChangeRequest(server, space.id, { createdById: owner.userId });
    await owner.rest(`POST ${at}/change-requests/${change.id}/comments`, { body: { markdown: 'Elsewhere' } });
    const { body: comment } = await owner.rest(`POST ${at}/comments`, { body: { markdown: 'Hello' } });
    const notified = async () => (await answer()).data.commentsChanged;
    const thread = { id: comment.id, markdown: 'Hello' };
    expect(await notified()).toEqual({ event: { type: 'COMMENT_CREATED' }, comment: thread });
    await owner.rest(`POST ${at}/comments/${comment.id}/replies`, { body: { markdown: 'Hi' } });
    expect(await notified()).toEqual({ event: { type: 'COMMENT_REPLY_CREATED' }, comment: thread });
    await owner.rest(`DELETE ${at}/comments/${comment.id}`);
    expect(await notified()).toEqual({ event: { type: 'COMMENT_DELETED' }, comment: null });
  });
});
