import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createMeters } from '../../src/infra/metrics/meters.ts';
import { anOrganization, aSpace } from '../factories.ts';
import { startServer } from '../harness.ts';
import { aServer } from './own-server.ts';

describe('/metrics', () => {
  test('counts by route and status class, without ids in any label', async () => {
    const { get, ada } = await aServer();
    await get('/v1/user');
    await get('/v1/spaces/spc_unknown');
    const { body, headers } = await get('/metrics', { authorization: '' });
    expect(headers['content-type']).toMatch(/^text\/plain/);
    expect(body).toContain('octavo_http_requests_total{method="GET",route="/v1/user",status="2xx"} 1');
    expect(body).toContain('octavo_http_requests_total{method="GET",route="/v1/spaces/{spaceId}",status="4xx"} 1');
    expect(body).toMatch(/process_resident_memory_bytes \d{6,}/);
    expect(body).toMatch(
      /octavo_build_info\{version="\d[^"]+",commit="\w+",database="(embedded|postgresql)",node="v\d+[^"]+"\} 1/,
    );
    expect(body).not.toMatch(new RegExp(`spc_|${ada.userId}`));
  });

  test('measures GraphQL operations by name', async () => {
    // A process reports a limited number of names, and other tests may have used them up.
    const meters = createMeters({ version: '1.0.0', commit: 'sources', database: 'embedded' });
    const { app, ada, get } = await aServer({}, {}, { meters });
    const query = async (text: string) =>
      app.inject({
        method: 'POST',
        url: '/graphql',
        headers: { authorization: `Bearer ${ada.secret}` },
        payload: { query: text },
      });
    await query('query MetricsProbe { viewer { id } }');
    await query('{ viewer { id } }');
    const { body } = await get('/metrics', { authorization: '' });
    for (const operation of ['MetricsProbe', 'unnamed'])
      expect(body).toContain(
        `octavo_graphql_operation_duration_seconds_count{operation="${operation}",outcome="ok"} 1\n`,
      );
  });

  test('measures the file storage, connections and background jobs', async () => {
    const { get } = await aServer();
    const { id, owner } = await anOrganization(await startServer());
    const space = await aSpace(await startServer(), id);
    const file = { operation: 'insert_files', files: [{ name: 'probe.txt', base64: 'aGVsbG8=' }] };
    expect((await owner.rest(`POST /v1/spaces/${space.id}/content`, { changes: [file] })).status).toBe(200);
    expect((await owner.rest(`GET /v1/spaces/${space.id}/pdf`)).status).toBe(200);
    const { body } = await get('/metrics', { authorization: '' });
    for (const line of [
      /octavo_storage_operation_duration_seconds_count\{operation="put",outcome="ok"\} [1-9]/,
      /octavo_database_connection_use_seconds_count [1-9]/,
      /octavo_jobs_ended_total\{kind="pdf-export",outcome="completed"\} [1-9]/,
      /# TYPE octavo_jobs_oldest_seconds gauge/,
    ])
      expect(body).toMatch(line);
  });

  test('every metric of the Grafana dashboard is one that /metrics has', async () => {
    const { get } = await aServer();
    const { body } = await get('/metrics', { authorization: '' });
    const dashboard = readFileSync('deploy/grafana-dashboard.json', 'utf8');
    const names = new Set(dashboard.match(/\b(octavo|process)_\w+(?=\[|\)|")/g));
    expect(names.size).toBeGreaterThan(10);
    for (const name of names) expect(body).toContain(`# TYPE ${name.replace(/_bucket$/, '')} `);
  });

  test('is open to this machine, or to requests with the metrics token', async () => {
    const { app } = await aServer({ METRICS_TOKEN: 'a-token-of-sixteen' });
    const from = (remoteAddress: string, headers: Record<string, string> = {}) =>
      app.inject({ url: '/metrics', remoteAddress, headers }).then(({ statusCode }) => statusCode);
    expect(await from('192.0.2.7')).toBe(404);
    expect(await from('127.0.0.1', { 'x-forwarded-for': '192.0.2.7' })).toBe(404);
    expect(await from('192.0.2.7', { authorization: 'Bearer wrong' })).toBe(404);
    expect(await from('192.0.2.7', { authorization: 'Bearer a-token-of-sixteen' })).toBe(200);
    expect(await from('127.0.0.1')).toBe(200);
  });
});
