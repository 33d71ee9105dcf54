import { execFile, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chanceSettings } from '../setup/chance.ts';
import { aMigratedDatabase, type MigratedDatabase } from './migrated-database.ts';
import { startServerProcess, type ServerProcess } from './server-process.ts';

const run = promisify(execFile);
const hasTools = ['curl', 'git', 'openssl'].every((tool) => spawnSync(tool, ['version']).error === undefined);

describe.runIf(hasTools)('git.sh', () => {
  let server: ServerProcess;
  let database: MigratedDatabase;
  beforeAll(async () => {
    database = await aMigratedDatabase();
    const quick = { GIT_EDIT_QUIET_MS: '500', JOB_POLL_MS: '200' };
    server = await startServerProcess({ ...database.settings, ...quick, IMPORT_ALLOW_HOSTS: '127.0.0.1' });
  });
  afterAll(async () => {
    await server.stop();
    await database.remove();
  });

  it('keeps a space and a branch equal, from the first push to the end of the connection', async () => {
    const { stdout } = await run('bash', [fileURLToPath(new URL('../../docs/story/git.sh', import.meta.url))], {
      env: { PATH: process.env['PATH'], ...chanceSettings(), BASE: server.url, TOKEN: server.token },
    });
    expect(stdout).not.toContain('undefined');
    const [, , connected, pushed, edited, merged, conflict, renamed, pulled, told, disconnected] =
      stdout.split(/^== .*\n/m);
    expect(connected).toMatch(/^pages: .*Install/m);
    expect(pushed).toContain('from the commit "Say more of the first step"');
    expect(edited).toMatch(/^by .+, usr_\S+@users\.noreply\.\S+$/m);
    expect(edited).toMatch(/install\.md \| 2 \+-/);
    expect(merged).toMatch(/^One, pushed again\.\n?[^]*Three, edited again\.$/m);
    expect(conflict).toMatch(/^open: .+\nconflicts\nmerge\nTwo, by Ada\.$/m);
    expect(renamed).toMatch(/^the same page\n1 comment$/m);
    expect(pulled).toMatch(/^open: #7 .+\nAs proposed\.\ninvalid_state\nAs proposed\.$/m);
    expect(told).toMatch(/conflicted/);
    expect(disconnected).toMatch(/^Install\n[^]*install\.md\nusing\.md$/m);
  });
});
