// `npm run prune:production`: after a build, removes everything from `node_modules` that a running server does not need.
// `npm ci --omit=dev` keeps the packages that the build has put into `dist/`, which are a third of the tree.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const inRoot = (...path) => join(root, ...path);

if (!existsSync(inRoot('dist', '.built'))) {
  console.error('octavo: Nothing is built yet. Run `npm run build` first.');
  process.exit(1);
}

const { fontFiles } = await import(new URL('../dist/fonts.js', import.meta.url).href);
const packageOf = (file) => file.split('/', 2).join('/');

/** The code of the program. */
const modules = listFiles(inRoot('dist'))
  .filter((path) => /\.m?js$/.test(path))
  .map((path) => readFileSync(path, 'utf8'));

const files = ['package.json', 'package-lock.json'].map((name) => [inRoot(name), readFileSync(inRoot(name))]);
try {
  run('npm', ['pkg', 'delete', 'devDependencies', ...bundledPackages().map((name) => `dependencies[${name}]`)]);
  run('npm', ['prune', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund']);
} finally {
  // The hash of the build includes the lock file.
  for (const [path, content] of files) writeFileSync(path, content);
}
rmSync(inRoot('node_modules', '.cache'), { recursive: true, force: true });
removeOtherCompilers(inRoot('node_modules', '@prisma', 'client', 'runtime'));
removeOtherFonts();
removeOtherExtensions(inRoot('node_modules', '@electric-sql', 'pglite', 'dist'));
removeSourcesOf(inRoot('node_modules'));

/** Names the dependencies that are in the bundle alone: no module of the program imports them, and no font is theirs. */
function bundledPackages() {
  const { dependencies } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
  const imported = new Set(modules.flatMap(importsIn));
  const ofFonts = new Set(fontFiles.map(packageOf));
  return Object.keys(dependencies).filter((name) => !imported.has(name) && !ofFonts.has(name));
}

/** Names the packages that a module imports or requires. A line of code begins so, a line of a comment does not. */
function importsIn(code) {
  const imports =
    /(?:^(?:import|export|\}).*\bfrom |^import |\b(?:import|require\d*|resolve)\()["']((?:@[^"'/]+\/)?[^"'/]+)/gm;
  return [...code.matchAll(imports)].map(([, name]) => name);
}

/** Removes the query compilers of other databases and formats from Prisma, which contains one for each. */
function removeOtherCompilers(folder) {
  for (const name of readdirSync(folder))
    if (name.startsWith('query_compiler_') && !/^query_compiler_fast_bg\.postgresql\.(?:.*\.)?mjs$/.test(name))
      rmSync(join(folder, name));
}

/** Removes the font weights that PDFs do not use. */
function removeOtherFonts() {
  const used = new Set(fontFiles.map((file) => inRoot('node_modules', file)));
  for (const name of new Set(fontFiles.map(packageOf)))
    for (const path of listFiles(inRoot('node_modules', name)))
      if (/\.[ot]tf$/.test(path) && !used.has(path)) rmSync(path);
}

/**
 * Removes source maps, type declarations, TypeScript and documentation, and ES modules of packages that are required, which
 * a server does not read. They are a third of the tree. Licences stay.
 */
function removeSourcesOf(folder) {
  for (const path of listFiles(folder))
    if (
      /\.(?:map|md|[cm]?ts)$|[\\/]build[\\/](?:esm|esnext)[\\/]/.test(path) &&
      !/licen[cs]e|notice/i.test(basename(path))
    )
      rmSync(path);
}

/** Removes the extensions of PostgreSQL with which no module starts the embedded database, which starts with all of those it names. */
function removeOtherExtensions(folder) {
  const named = modules.flatMap((code) => [...code.matchAll(/["']@electric-sql\/pglite\/contrib\/(\w+)["']/g)]);
  const used = new Set(named.map(([, name]) => `${name}.tar.gz`));
  for (const name of readdirSync(folder)) if (name.endsWith('.tar.gz') && !used.has(name)) rmSync(join(folder, name));
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
