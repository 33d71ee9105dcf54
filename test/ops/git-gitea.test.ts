import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { hearChild } from '../../src/lib/hear-child.ts';
import { anOrganization, aSpace } from '../factories.ts';
import { startServer } from '../harness.ts';

/** The binary of Gitea or Forgejo. */
const program = process.env['GITEA_BIN'];

const runFile = promisify(execFile);

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

const settingsOf = (folder: string, port: number) => `
RUN_USER = ${userInfo().username}
WORK_PATH = ${folder}
${process.getuid?.() === 0 ? 'I_AM_BEING_UNSAFE_RUNNING_AS_ROOT = true' : ''}
[server]
HTTP_ADDR = 127.0.0.1
HTTP_PORT = ${port}
ROOT_URL = http://127.0.0.1:${port}/
DISABLE_SSH = true
OFFLINE_MODE = true
[database]
DB_TYPE = sqlite3
PATH = ${join(folder, 'gitea.db')}
[repository]
ROOT = ${join(folder, 'repositories')}
[security]
INSTALL_LOCK = true
[webhook]
ALLOWED_HOST_LIST = loopback
[log]
MODE = console
LEVEL = Error
`;

/** A running Gitea with a user, and a function that calls its API as the user. */
async function aForge(folder: string) {
  const config = join(folder, 'app.ini');
  const port = await freePort();
  writeFileSync(config, settingsOf(folder, port));
  const environment = { PATH: process.env['PATH'] ?? '', HOME: folder, USER: userInfo().username };
  const run = (...args: string[]) => runFile(program ?? '', [...args, '--config', config], { env: environment });
  await run('migrate');
  const user = ['--username', 'ada', '--email', 'ada@example.org', '--password', 'correct horse battery'];
  await run('admin', 'user', 'create', ...user, '--must-change-password=false');
  const made = await run('admin', 'user', 'generate-access-token', '--username', 'ada', '--scopes', 'all', '--raw');
  const token = made.stdout.trim();
  const child: ChildProcess = spawn(program ?? '', ['web', '--config', config], { env: environment, stdio: 'ignore' });
  hearChild(child, () => undefined);
  const origin = `http://127.0.0.1:${port}`;
  const send = async (method: string, path: string, body?: object) => {
    const headers = { authorization: `token ${token}`, 'content-type': 'application/json' };
    const answer = await fetch(`${origin}/api/v1${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
    return answer.text();
  };
  await expect.poll(() => send('GET', '/version').catch(() => null)).not.toBeNull();
  return { origin, token, send, child };
}

it.skipIf(program === undefined)(
  'a space follows the pushes that Gitea tells of, and its edits are commits there',
  { timeout: 600_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'octavo-gitea-'));
    const forge = await aForge(folder);
    try {
      await forge.send('POST', '/user/repos', { name: 'docs', auto_init: true, default_branch: 'main' });
      const write = (path: string, text: string) =>
        forge.send('POST', `/repos/ada/docs/contents/${path}`, {
          branch: 'main',
          content: Buffer.from(text).toString('base64'),
          message: `Write ${path}`,
        });
      await write('start.md', '# Start\n\nBegin.\n');
      const server = await startServer();
      const { owner, id: organizationId } = await anOrganization(server);
      const { id } = await aSpace(server, organizationId);
      const { status, body } = await owner.rest(`PUT /v1/spaces/${id}/git`, {
        provider: 'gitea',
        url: `${forge.origin}/ada/docs.git`,
        ref: 'refs/heads/main',
        username: 'ada',
        token: forge.token,
        pollMinutes: 0,
      });
      expect({ status, body: status === 201 ? null : body }).toEqual({ status: 201, body: null });
      const titles = async () => {
        const { body: content } = await owner.rest(`GET /v1/spaces/${id}/content/pages`);
        return content.pages.map(({ title }: { title: string }) => title);
      };
      await expect.poll(titles).toContain('Start');
      await forge.send('POST', '/repos/ada/docs/hooks', {
        type: 'gitea',
        active: true,
        events: ['push'],
        config: {
          url: `${await server.listen()}/v1/git/hooks/${body.connection.id}`,
          content_type: 'json',
          secret: body.hookSecret,
        },
      });
      await write('pushed.md', '# Pushed\n');
      await expect.poll(titles).toContain('Pushed');
      const { body: page } = await owner.rest(`GET /v1/spaces/${id}/content/path/start`);
      await owner.rest(`POST /v1/spaces/${id}/content`, {
        changes: [{ operation: 'update_page', page: page.id, document: { markdown: '# Start\n\nEdited here.\n' } }],
      });
      expect((await owner.rest(`POST /v1/spaces/${id}/git/sync`)).status).toBe(202);
      await expect.poll(() => forge.send('GET', '/repos/ada/docs/raw/start.md')).toBe('# Start\n\nEdited here.\n');
    } finally {
      const ended = once(forge.child, 'exit');
      forge.child.kill();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
