import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aDirectory, ask, runCommand, startServerProcess, type ServerProcess } from './server-process.ts';

const folder = fileURLToPath(new URL('../releases', import.meta.url));
const releases = readdirSync(folder);
const hasXz = spawnSync('xz', ['--version']).status === 0;

// Installations that `scripts/keep-release.mjs` has kept of each release. A release that cannot be upgraded fails here.
describe.skipIf(!hasXz).each(releases)(`an installation of %s${hasXz ? '' : ' (skipped: no xz)'}`, (release) => {
  const kept = join(folder, release);
  const program = readFileSync(join(kept, 'program'), 'utf8').trim();
  let directory: Awaited<ReturnType<typeof aDirectory>>;
  let settings: Readonly<Record<string, string>>;
  let server: ServerProcess;

  beforeAll(async () => {
    directory = await aDirectory();
    expect(spawnSync('tar', ['-xJf', join(kept, 'data.tar.xz'), '-C', directory.path]).status).toBe(0);
    settings = { DATA_DIR: join(directory.path, 'data') };
    // Brings the schema up to date before the token is made.
    server = await startServerProcess(settings);
    await server.stop();
  });
  afterAll(() => directory.remove());

  test('has a sound database after the start of this program', async () => {
    const { code, out } = await runCommand(['migrate', '--status'], settings);
    expect([code, out]).toEqual([0, 'The schema is up to date.\n']);
    expect(await runCommand(['doctor'], settings)).toMatchObject({ code: 0 });
  });

  test('shows its organization, content and site, and takes a change', async () => {
    const made = await runCommand(['token', 'create', '--user', 'ada@example.org', '--name', 'Upgrade'], settings);
    const token = /oc\S{20,}/.exec(made.out)?.[0] ?? '';
    server = await startServerProcess(settings);
    try {
      const own = { ...server, token };
      const { body: organizations } = await ask(own, 'GET /v1/orgs');
      const demo = organizations.items.find(({ title }: { title: string }) => title === 'Octavo demo');
      const { body: spaces } = await ask(own, `GET /v1/orgs/${demo.id}/spaces`);
      const manual = spaces.items.find(({ title }: { title: string }) => title === 'Manual');
      const { body: pages } = await ask(own, `GET /v1/spaces/${manual.id}/content/pages`);
      expect(pages.pages.length).toBeGreaterThan(3);
      const { body: requests } = await ask(own, `GET /v1/spaces/${manual.id}/change-requests`);
      expect(requests.count).toBeGreaterThan(0);
      const { body: sites } = await ask(own, `GET /v1/orgs/${demo.id}/sites`);
      const site = await fetch(sites.items[0].urls.published);
      expect([site.status, await site.text()]).toEqual([200, expect.stringContaining('<h1')]);
      const renamed = await ask(own, `PATCH /v1/spaces/${manual.id}`, { title: 'Handbook' });
      expect(renamed).toMatchObject({ status: 200, body: { title: 'Handbook' } });
    } finally {
      await server.stop();
    }
  });

  test('is restored from its dump, or the refusal names the program that wrote it', async () => {
    const own = await aDirectory();
    try {
      const target = { DATA_DIR: own.path };
      const restored = await runCommand(['restore', join(kept, 'dump.zip')], target);
      if (restored.code === 0) expect(await runCommand(['doctor'], target)).toMatchObject({ code: 0 });
      else expect(restored.err).toContain(`was written by Octavo ${program} and has another schema`);
    } finally {
      await own.remove();
    }
  });
});
