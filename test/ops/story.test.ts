import { execFile, spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { isWhole } from '../setup/size.ts';
import { aMigratedDatabase, type MigratedDatabase } from './migrated-database.ts';
import { startServerProcess, type ServerProcess } from './server-process.ts';

const run = promisify(execFile);
const hasCurl = spawnSync('curl', ['--version']).status === 0;
const script = (name: string) => fileURLToPath(new URL(`../../docs/story/${name}`, import.meta.url));

describe.runIf(hasCurl)('the story in docs/story', () => {
  let server: ServerProcess;
  let database: MigratedDatabase;
  beforeAll(async () => {
    database = await aMigratedDatabase();
    server = await startServerProcess({ ...database.settings, IMPORT_ALLOW_HOSTS: '127.0.0.1' });
  });
  afterAll(async () => {
    await server.stop();
    await database.remove();
  });

  // Both tell the same story.
  test.each(isWhole ? ['rest.sh', 'graphql.sh'] : ['graphql.sh'])(
    '%s leads from an archive to a merged change, a search and a PDF',
    async (name) => {
      const pdf = join(database.path, `${name}.pdf`);
      const { stdout } = await run('bash', [script(name)], {
        env: { PATH: process.env['PATH'], BASE: server.url, TOKEN: server.token, PDF: pdf },
      });
      const [, imported, , , refused, merged, found, printed] = stdout.split(/^== .*\n/m);
      expect(stdout).not.toContain('undefined');
      expect(imported).toMatch(/44[^]*45/);
      expect(refused).toMatch(/conflicts[^]*as they were/);
      expect(merged).toMatch(/merge/i);
      expect(found).toMatch(/Databases, the (quokka|numbat) way|guides\/database/i);
      expect(printed).toMatch(/application\/pdf, \d{4,} bytes/);
      expect((await readFile(pdf, 'latin1')).slice(0, 5)).toBe('%PDF-');
    },
  );

  it('site.sh shows what the public, a share link and two visitors see of one site', async () => {
    const { stdout } = await run('bash', [script('site.sh')], {
      env: { PATH: process.env['PATH'], BASE: server.url, TOKEN: server.token },
    });
    const [, , , reader, shared, visitors, preview, unpublished] = stdout.split(/^== .*\n/m);
    const [, signedIn = '', operator = ''] = (visitors ?? '').split(/^-- an? (?:reader|operator)\n/m);
    const some = /^Operate has the pages \w+$/m;
    const all = /^Operate has the pages \w+(, \S+){4,}$/m;
    expect(stdout).not.toContain('undefined');
    for (const seen of [reader, shared, signedIn]) {
      expect(seen).toMatch(/^Start at \S+: Start, Use\nConcepts at \S+: Concepts\nOperate at \S+: Operate$/m);
      expect(seen).toMatch(some);
    }
    expect(shared).toMatch(/^No published content/);
    expect(operator).toMatch(all);
    expect(operator).toMatch(/^Operate: /m);
    expect(preview).toMatch(/: shown\n(\S+: hidden by visitor\.claims\.operator\n){4,}/);
    expect(unpublished?.trim()).toBe('404');
  });
});
