// `npm run prune:production`: after a build, removes everything from `node_modules` that a running server does not need.
// `npm ci --omit=dev` cannot do this, because @prisma/client names the Prisma CLI as an optional peer, which keeps the
// CLI and its 120 packages installed as long as they are also development dependencies.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const inRoot = (...path) => join(root, ...path);

if (!existsSync(inRoot('dist', '.built'))) {
  console.error('octavo: Nothing is built yet. Run `npm run build` first.');
  process.exit(1);
}

const files = ['package.json', 'package-lock.json'].map((name) => [inRoot(name), readFileSync(inRoot(name))]);
try {
  run('npm', ['pkg', 'delete', 'devDependencies']);
  run('npm', ['prune', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund']);
} finally {
  // The hash of the build includes the lock file.
  for (const [path, content] of files) writeFileSync(path, content);
}
rmSync(inRoot('node_modules', '.cache'), { recursive: true, force: true });
removeOtherCompilers(inRoot('node_modules', '@prisma', 'client', 'runtime'));
await removeOtherFonts();
removeSourcesOf(inRoot('node_modules'));

/** Removes the query compilers of other databases and formats from Prisma, which contains one for each. */
function removeOtherCompilers(folder) {
  for (const name of readdirSync(folder))
    if (name.startsWith('query_compiler_') && !/^query_compiler_fast_bg\.postgresql\.(?:.*\.)?mjs$/.test(name))
      rmSync(join(folder, name));
}

/** Removes the font weights that PDFs do not use. */
async function removeOtherFonts() {
  const { fontFiles } = await import(new URL('../dist/fonts.js', import.meta.url).href);
  const used = new Set(fontFiles.map((file) => inRoot('node_modules', file)));
  const packages = new Set(fontFiles.map((file) => file.split('/', 2).join('/')));
  for (const name of packages)
    for (const path of listFiles(inRoot('node_modules', name)))
      if (/\.[ot]tf$/.test(path) && !used.has(path)) rmSync(path);
}

/**
 * Removes source maps, type declarations and TypeScript, which Node does not read in packages. They are a quarter of
 * the tree.
 */
function removeSourcesOf(folder) {
  for (const path of listFiles(folder)) if (/\.(?:map|[cm]?ts)$/.test(path)) rmSync(path);
}

function listFiles(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

function run(command, args) {
  const { status } = spawnSync(command, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed`);
}
