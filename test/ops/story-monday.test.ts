import { execFile, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chanceSettings } from '../setup/chance.ts';
import { aMigratedDatabase, type MigratedDatabase } from './migrated-database.ts';
import { startServerProcess, type ServerProcess } from './server-process.ts';

const run = promisify(execFile);
const hasCurl = spawnSync('curl', ['--version']).status === 0;

describe.runIf(hasCurl)('monday.sh', () => {
  let server: ServerProcess;
  let database: MigratedDatabase;
  beforeAll(async () => {
    database = await aMigratedDatabase();
    server = await startServerProcess({ ...database.settings, JOB_POLL_MS: '200', IMPORT_ALLOW_HOSTS: '127.0.0.1' });
  });
  afterAll(async () => {
    await server.stop();
    await database.remove();
  });

  it('leads from four tools to one site, whose search finds all of them and nothing that was kept from readers', async () => {
    const { stdout } = await run('bash', [fileURLToPath(new URL('../../docs/story/monday.sh', import.meta.url))], {
      env: { PATH: process.env['PATH'], ...chanceSettings(), BASE: server.url, TOKEN: server.token },
    });
    expect(stdout).not.toContain('undefined');
    const [, imported, mended, site, moved, found] = stdout.split(/^== .*\n/m);
    expect(imported).toMatch(/^Guide: 3 of 4\n[^]*<Chart kind="bar" \/> \(line 10\)$/m);
    expect(imported).toMatch(/^  plans\.md: It is shown to no visitor/m);
    expect(imported).toMatch(/^  intro\.md: 1 link has no target: \.\/gone\.md/m);
    expect(imported).toMatch(
      /^Reference: 3 of 4\n  index\.md: Macro: kept as written[^\n]* \{\{ version \}\} \(line 7\)$/m,
    );
    expect(imported).toMatch(
      /^Runbooks: 4 of 4\n[^\n]*gliffy\n  runbooks\/passwords-of-vendors\.html: It is shown to no visitor/m,
    );
    expect(mended).toBe('See [how to install it](./install.mdx).\nVersion 4.2.\n\n');
    expect(site).toBe('section reference\nsection runbooks\nsection handbook\n200 Start\n\n');
    expect(moved).toBe('200 Drain a node\n200 Install\n\n');
    expect(found).toBe(
      'ocelot: Install\nnarwhal: Options\nflamingo: Drain a node\npelican: Handbook\ntapir: nothing\n',
    );
  });
});
