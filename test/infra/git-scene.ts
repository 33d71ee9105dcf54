import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { parseRemote } from '../../src/infra/git/remote.ts';
import { withRepository, type GitSettings, type Repository } from '../../src/infra/git/repository.ts';
import { gitServer, type GitServer } from '../git-server.ts';
import { patienceMs } from '../setup/patience.ts';

export const main = 'refs/heads/main';

export const settings: GitSettings = {
  program: 'git',
  allowHosts: ['127.0.0.1'],
  connectTimeoutMs: patienceMs,
  timeoutMs: patienceMs,
  maxBytes: 2 ** 26,
};

export const signature = { name: 'Ada <Lovelace>', email: 'ada@example.org', at: new Date(1_700_000_000_000) };

/** Files, of which one is large enough to tell whether it was sent. */
export const files = {
  'README.md': '# Docs\n',
  'guide/start.md': '# Start\n',
  'guide/größe.md': 'x\n',
  'logo.png': 'y'.repeat(300),
};

/** A server of repositories and an empty folder for each test of a file. */
export function useGit() {
  const scene = { server: null as unknown as GitServer, folder: '' };
  let made = 0;
  beforeAll(async () => {
    scene.server = await gitServer();
  });
  afterAll(() => scene.server[Symbol.asyncDispose]());
  beforeEach(() => {
    scene.server.switches = {};
    scene.server.requests.length = 0;
    scene.folder = mkdtempSync(join(tmpdir(), 'octavo-git-test-'));
    return () => rmSync(scene.folder, { recursive: true });
  });
  return {
    get server() {
      return scene.server;
    },
    get folder() {
      return scene.folder;
    },
    newName: () => `repository-${(made += 1)}.git`,
    open: <Result>(
      url: string,
      use: (repository: Repository) => Promise<Result>,
      { signal = new AbortController().signal, ...more }: Partial<GitSettings> & { signal?: AbortSignal } = {},
    ) => withRepository({ ...settings, ...more }, { remote: parseRemote(url), folder: scene.folder, signal }, use),
  };
}
