import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { Client } from 'pg';
import { createServer } from '../../../src/app/http/server.ts';
import { openPlatform, type Platform } from '../../../src/app/process/platform.ts';
import { readConfig } from '../../../src/config.ts';
import { ofSpace } from '../../../src/domain/core/events/emit.ts';
import { transact } from '../../../src/domain/core/transact.ts';
import { aChangeRequest, anOrganization, aSpace, type AnOrganization } from '../../factories.ts';
import { baseUrl, startServer, type Harness } from '../../harness.ts';
import { patience } from '../../setup/patience.ts';
import { openSse, type SseStream } from '../../sse.ts';
import { until } from '../../until.ts';

const { TEST_ENGINE } = process.env;

// The embedded database has one connection, which nobody else can hold up.
describe.runIf(TEST_ENGINE === 'postgres')('a stream outlives a moment in which the database does not answer', () => {
  let server: Harness;
  let organization: AnOrganization;
  let space: { id: string };
  let changeRequest: { id: string };
  let platform: Platform;
  let app: FastifyInstance;
  let at: string;
  let holder: Client;
  beforeAll(async () => {
    server = await startServer();
    organization = await anOrganization(server);
    space = await aSpace(server, organization.id);
    changeRequest = await aChangeRequest(server, space.id);
    const { config } = server.platform;
    const { DATABASE_URL = '', DATA_DIR } = config;
    const quiet = () => undefined;
    // Its statements wait for a lock no longer than this, and the others of this test do.
    platform = await openPlatform(
      readConfig({ ...patience, DATABASE_URL, DATA_DIR, LOG_LEVEL: 'silent', LOCK_TIMEOUT_MS: '100' }),
      {
        log: { info: quiet, warn: quiet, error: quiet },
        urls: { base: baseUrl, app: baseUrl, sites: 'sites.test' },
      },
    );
    app = await createServer(platform);
    at = await app.listen({ host: '127.0.0.1', port: 0 });
    holder = new Client({ connectionString: DATABASE_URL });
    await holder.connect();
  });
  afterAll(async () => {
    await holder.end();
    // A client keeps connections that it has not used yet, which count as requests on their way.
    const closing = app.close();
    app.server.closeAllConnections();
    await closing;
    await platform.close();
  });

  /** Streams that follow the events, by both faces. */
  async function open(): Promise<readonly SseStream[]> {
    const { owner, id } = organization;
    const headers = { authorization: `Bearer ${owner.secret}`, accept: 'text/event-stream' };
    const query = `subscription { organizationEvents(organizationId: "${id}") { position changeRequest { id } } }`;
    return Promise.all([
      openSse(`${at}/v1/orgs/${id}/events/stream`, { headers }),
      openSse(`${at}/graphql`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ query }),
      }),
    ]);
  }

  /** Instants at which a statement began to wait for a lock. */
  async function countWaits(known: Set<string>): Promise<number> {
    const { rows } = await server.platform.db.pool.query(
      `select query_start::text as begun from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    for (const { begun } of rows) known.add(begun);
    return known.size;
  }

  it.each([
    { what: 'while it reads which events there are', table: 'members' },
    { what: 'while it reads what an event is about', table: 'change_requests' },
  ])('$what', async ({ table }) => {
    const streams = await open();
    let isAnswered = false;
    const told = streams.map(({ next }) => next());
    void told[1]?.finally(() => (isAnswered = true));
    const { owner, id } = organization;
    await holder.query(`begin; lock table ${table} in access exclusive mode`);
    try {
      const subject = { ...ofSpace({ ...space, organizationId: id }), changeRequestId: changeRequest.id };
      await transact(owner.context(), async (ctx) => ctx.emit('change_request.opened', subject));
      const waits = new Set<string>();
      await until(
        () => countWaits(waits),
        // Both streams have tried, and one of them again.
        (count) => count >= 3 || isAnswered,
      );
    } finally {
      await holder.query('rollback');
    }
    const [event, answer] = await Promise.all(told);
    expect(event).toMatchObject({ event: 'change_request.opened' });
    const { data, errors } = JSON.parse(answer?.data ?? '{}');
    expect(errors).toBeUndefined();
    expect(data.organizationEvents).toEqual({ position: Number(event?.id), changeRequest: { id: changeRequest.id } });
    for (const stream of streams) stream.close();
    await until(
      () => app.streams.count,
      (count) => count === 0,
    );
  });
});
