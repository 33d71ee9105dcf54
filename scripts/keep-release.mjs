// `node scripts/keep-release.mjs VERSION`: keeps the data directory of the built program with the demo organization, and a dump
// of it, in `test/releases/VERSION`. Later versions are started on them (test/ops/releases.test.ts).
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuilt } from './build.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const kept = join(root, 'test', 'releases', process.argv[2]);
const folder = mkdtempSync(join(tmpdir(), 'octavo-release-'));
const data = join(folder, 'data');

const program = join(root, 'bin/octavo.mjs');
const options = {
  cwd: folder,
  env: {
    PATH: process.env.PATH,
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: data,
    BOOTSTRAP_EMAIL: 'ada@example.org',
    LOG_LEVEL: 'error',
  },
};
const octavo = (...args) => execFileSync(process.execPath, [program, ...args], { ...options, encoding: 'utf8' });

/** Makes the installation by a first start. */
async function start() {
  const server = spawn(process.execPath, [program, 'serve'], { ...options, stdio: ['ignore', 'pipe', 'inherit'] });
  await once(server.stdout, 'data');
  server.kill('SIGTERM');
  const [code] = await once(server, 'close');
  if (code !== 0) throw new Error(`The first start ended with ${code}`);
}

await ensureBuilt();
try {
  mkdirSync(kept, { recursive: true });
  await start();
  octavo('demo');
  octavo('dump', join(kept, 'dump.zip'));
  execFileSync('tar', ['-cJf', join(kept, 'data.tar.xz'), '-C', folder, 'data']);
  writeFileSync(join(kept, 'program'), octavo('--version'));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
