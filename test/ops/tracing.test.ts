import { expect, test } from 'vitest';
import { createTracing } from '../../src/infra/tracing/create-tracing.ts';
import { startOtlpReceiver } from './otlp-receiver.ts';
import { aMigratedDatabase } from './migrated-database.ts';
import { ask, startServerProcess } from './server-process.ts';

const traceId = '0af7651916cd43dd8448eb211c80319c';

test('requests, GraphQL operations, statements and jobs become spans of the trace of the caller', async () => {
  const database = await aMigratedDatabase();
  const receiver = await startOtlpReceiver();
  const { spans } = receiver;
  try {
    const server = await startServerProcess({
      ...database.settings,
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
      OTEL_SERVICE_NAME: 'docs',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
    });
    const headers = {
      authorization: `Bearer ${server.token}`,
      'content-type': 'application/json',
      traceparent: `00-${traceId}-b7ad6b7169203331-01`,
    };
    const body = JSON.stringify({ query: 'query Who { viewer { organizations { edges { node { id title } } } } }' });
    const answer = await fetch(`${server.url}/graphql`, { method: 'POST', headers, body });
    expect(answer.status).toBe(200);
    const { body: organizations } = await ask(server, 'GET /v1/orgs');
    const { body: space } = await ask(server, `POST /v1/orgs/${organizations.items[0].id}/spaces`, {
      title: 'Geheim',
    });
    expect((await ask(server, `GET /v1/spaces/${space.id}/pdf`)).status).toBe(200);
    // A stop sends the remaining spans.
    await server.stop();

    const request = spans.find(({ name }) => name === 'POST /graphql');
    expect(request).toMatchObject({ traceId, parentId: 'b7ad6b7169203331' });
    const operation = spans.find(({ name }) => name === 'query Who');
    expect(operation).toMatchObject({ traceId, parentId: request?.spanId });
    const statement = spans.find(({ parentId, name }) => parentId === operation?.spanId && name === 'SELECT');
    expect(statement?.bytes.toString('latin1')).toContain('db.query.text');
    expect(spans.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['GET /v1/orgs', 'POST /v1/orgs/{organizationId}/spaces', 'INSERT']),
    );
    expect(spans.find(({ name }) => name === 'job pdf-export')?.bytes.toString('latin1')).toContain('octavo.job.id');
    expect(receiver.resources[0]?.toString('latin1')).toMatch(
      /service\.name[^a-z]*docs[^]*deployment\.environment\.name/,
    );

    const everything = spans.map(({ bytes }) => bytes.toString('latin1')).join('');
    for (const secret of [server.token, 'Geheim', space.id]) expect(everything).not.toContain(secret);
  } finally {
    receiver.close();
    await database.remove();
  }
});

test('without an endpoint, and when disabled, nothing is traced', async () => {
  const ignore = () => undefined;
  const settings = { OTEL_SERVICE_NAME: 'octavo', OTEL_SDK_DISABLED: false };
  expect(await createTracing(settings, '1', ignore)).toBeNull();
  const disabled = { ...settings, OTEL_SDK_DISABLED: true, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' };
  expect(await createTracing(disabled, '1', ignore)).toBeNull();
});
