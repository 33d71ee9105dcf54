import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runHere } from '../cli/run-here.ts';
import { aSpaceIn, heldSite } from './import-jobs.ts';
import { aMigratedDatabase, type MigratedDatabase } from './migrated-database.ts';
import { aDirectory, ask, runCommand, startServerProcess, type ServerProcess } from './server-process.ts';

describe('a server', () => {
  let database: MigratedDatabase;
  let server: ServerProcess;
  beforeAll(async () => {
    database = await aMigratedDatabase();
    server = await startServerProcess({
      ...database.settings,
      LOG_LEVEL: 'warn',
      IMPORT_ALLOW_HOSTS: '127.0.0.1',
      FETCH_TIMEOUT_MS: '300',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1',
    });
  });
  afterAll(async () => {
    await server.stop();
    await database.remove();
  });

  test('FETCH_TIMEOUT_MS ends an import whose source does not answer', async () => {
    await using site = await heldSite({ pages: 1, until: Number.POSITIVE_INFINITY });
    const { status, body } = await ask(server, `POST /v1/spaces/${await aSpaceIn(server)}/content/import`, {
      url: `${site.origin}/md/late`,
      source: 'markdown',
    });
    expect([status, body.error.type]).toEqual([400, 'fetch_timeout']);
    expect(body.error.message).toContain('300 ms');
  });

  test('a collector of traces that cannot be reached neither delays nor fails anything', async () => {
    expect((await ask(server, 'GET /v1/orgs')).status).toBe(200);
    expect(await server.stop()).toBe(0);
  });

  test('a file storage that is not the one of its database is refused at the next start', async () => {
    await server.stop();
    await rm(join(database.path, 'files'), { recursive: true });
    const refused = await runHere(['serve'], { ...database.settings, HOST: '127.0.0.1', PORT: '0' });
    expect(refused.code).toBe(1);
    expect(refused.err).toContain('The file storage is not the one of this database');
  });
});

test('settings in .env apply where the environment has none', async () => {
  const directory = await aDirectory();
  try {
    await writeFile(join(directory.path, '.env'), 'LOG_LEVEL=loud\nHOST="127.0.0.1"\nPORT=http\n');
    const { code, err } = await runCommand(['serve'], { DATA_DIR: directory.path, PORT: '0' }, directory.path);
    expect(code).toBe(2);
    expect(err).toContain('LOG_LEVEL: ');
    expect(err).not.toContain('PORT: ');
  } finally {
    await directory.remove();
  }
});
