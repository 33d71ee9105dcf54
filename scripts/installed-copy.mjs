// Installs packages that need no place in this repository, in a copy outside of it, as a stranger has them.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hashOf } from './build.mjs';
import { locked } from './locked.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const ofThisTree = createHash('sha256').update(root).digest('hex').slice(0, 12);

/**
 * Copies paths of this repository, installs the packages of one of them, and runs its scripts, unless that has been done for
 * the same files. Returns the folder of the packages, or null when they cannot be installed. Throws when a script fails.
 * @param {{ paths: readonly string[], packages: string, scripts?: readonly string[] }} copy
 */
export async function ensureCopy({ paths, packages, scripts = [] }) {
  const folder = join(tmpdir(), `octavo-${packages.replaceAll('/', '-')}-${ofThisTree}`);
  const stampFile = join(folder, 'complete');
  const place = join(folder, packages);
  mkdirSync(folder, { recursive: true });
  return locked(
    async () => {
      const stamp = hashOf(paths);
      if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return place;
      rmSync(stampFile, { force: true });
      for (const path of paths) {
        // A file that is no longer here may not be in the copy either.
        rmSync(join(folder, path), { recursive: true, force: true });
        cpSync(join(root, path), join(folder, path), { recursive: true, filter: isSource });
      }
      const installed = await npm(place, ['ci', '--prefer-offline', '--no-audit', '--no-fund']);
      if (installed.status !== 0) return null;
      for (const script of scripts) {
        const { status, output } = await npm(place, ['run', script, '--workspaces']);
        if (status !== 0) throw new Error(`\`npm run ${script}\` fails in ${packages}:\n${output}`);
      }
      writeFileSync(stampFile, stamp);
      return place;
    },
    join(folder, 'lock'),
  );
}

const isSource = (path) => !/[\\/](?:node_modules|dist|__generated__)$/.test(path);

async function npm(cwd, args) {
  const child = spawn('npm', args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const status = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  return { status, output };
}
