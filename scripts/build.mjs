// Builds `dist/` when it is missing or its sources have changed. Plain JavaScript, so that `npm start` can run it
// without a build.
import { createHash } from 'node:crypto';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { requireInstalled } from './installed.mjs';
import { locked } from './locked.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const cache = join(root, 'node_modules', '.cache', 'octavo');
const stampFile = join(root, 'dist', '.built');
const pagesFolder = join(root, 'dist', 'bundles');
const pagesStamp = join(pagesFolder, '.complete');
const clientFile = join(root, 'src', 'db', 'generated', 'client.ts');
const clientStamp = join(root, 'src', 'db', 'generated', '.stamp');
const restFile = join(root, 'src', 'rest', '__generated__', 'openapi.ts');
const restStamp = join(root, 'src', 'rest', '__generated__', '.stamp');
const joinerFile = join(cache, 'join-parts.mjs');
const joinerStamp = join(cache, '.join-parts.stamp');
/** What is bundled for the browser by `scripts/<name>/bundle.mjs`, into a folder of the cache. */
const browserBundles = ['graphiql', 'diagrams', 'desk'];
/** What a bundle is made of besides its script. The documents of the desk follow the schema, which is generated before. */
const sourcesOfBundle = { desk: ['src/desk', 'src/reader/client', 'schema.graphql'] };
/** What bundling writes beside the bundle, in the checkout, which a kept `node_modules` does not bring along. */
const writtenByBundle = { desk: ['src/desk/__generated__'] };
/** Those that consist of several files. */
const copiedFolders = ['diagrams', 'desk'];
const stampOfBundle = (name) => join(cache, name, '.stamp');

/** What decides whether anything is generated: the sources, the scripts, and the packages that are installed. */
const generatedFrom = [
  'src',
  'prisma',
  'prisma.config.ts',
  'codegen.ts',
  'scripts',
  'package-lock.json',
  'node_modules/.package-lock.json',
];
const generatedFiles = [
  clientStamp,
  clientFile,
  restStamp,
  restFile,
  joinerStamp,
  joinerFile,
  ...browserBundles.map(stampOfBundle),
].map((file) => relative(root, file));
const generatedStamp = join(cache, '.generated');

/** Brings `dist/` up to date: the program, and what its pages load. Concurrent processes build it once. */
export async function ensureBuilt() {
  if (isFresh() && hasPages()) return;
  await locked(async () => {
    await compileWhenOld();
    if (!hasPages()) await buildPages();
  });
}

/**
 * Brings the program up to date, without what only some of its pages load, which is half of the work. Returns the
 * duration, or null when it was up to date. Calls `onBegin` first when there is something to do.
 */
export async function ensureProgram(onBegin = () => {}) {
  if (isFresh()) return null;
  onBegin();
  const startedMs = performance.now();
  await locked(compileWhenOld);
  return Math.round(performance.now() - startedMs);
}

async function compileWhenOld() {
  if (isFresh()) return;
  const hash = sourcesHash();
  await generate();
  await compile(hash);
}

/**
 * Brings the generated sources (database client, REST API, schema.graphql), the bundles for the browser and that of what joins
 * PDFs up to date.
 */
export async function ensureGenerated() {
  const sources = stateOf(generatedFrom);
  const isKnown = () => read(generatedStamp) === sources + stateOf(generatedFiles);
  // Looking at the times of the files takes a tenth of the time of reading them, and most runs begin with nothing changed.
  if (isKnown()) return;
  await locked(async () => {
    if (isKnown()) return;
    await Promise.all([
      generate().then(() => bundleForBrowser('desk')),
      ...browserBundles.filter((name) => name !== 'desk').map(bundleForBrowser),
      bundleJoinerOfSources(),
    ]);
    writeFileSync(generatedStamp, sources + stateOf(generatedFiles));
  });
}

/** Returns one hash over the sizes of files and the times of their last change of any kind. */
function stateOf(paths) {
  const hash = createHash('sha256');
  for (const path of paths.flatMap(filesOf).toSorted()) {
    const { size, ctimeMs } = statSync(join(root, path));
    hash.update(`${path} ${size} ${ctimeMs}\n`);
  }
  return hash.digest('hex');
}

const isFresh = () => read(stampFile) === sourcesHash();

/** Whether what pages load has been built for the program in `dist/`. */
export const hasPages = () => existsSync(pagesStamp);

async function generate() {
  requireInstalled(root);
  const client = hashOf(['prisma', 'prisma.config.ts', 'package-lock.json']);
  const rest = hashOf(['src', 'prisma', 'codegen.ts', 'scripts/rest', 'scripts/bundle.mjs', 'package-lock.json']);
  const clientIsOld = read(clientStamp) !== client || !existsSync(clientFile);
  const restIsOld = read(restStamp) !== rest || !existsSync(restFile);
  const steps = [
    ...(clientIsOld ? [generateClient()] : []),
    ...(restIsOld ? [start([...forShortRuns, 'scripts/rest/codegen.mjs'])] : []),
  ];
  // When a step fails, the others are awaited.
  for (const { status, reason } of await Promise.allSettled(steps)) if (status === 'rejected') throw reason;
  writeFileSync(clientStamp, client);
  writeFileSync(restStamp, rest);
}

function generateClient() {
  // Prisma looks for its migration engine and would download it, although generating does not need one. Any program
  // satisfies the check. Seen with Prisma 7.10; remove this when `prisma generate` works offline.
  const env = {
    PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
    CHECKPOINT_DISABLE: '1',
    PRISMA_HIDE_UPDATE_MESSAGE: '1',
  };
  return start([...forShortRuns, 'node_modules/prisma/build/index.js', 'generate', '--no-hints'], env);
}

/** Bundles for the browser into a new folder and swaps it with the old one, whose files may be links. */
async function bundleForBrowser(name) {
  const hash = hashOf([
    `scripts/${name}`,
    'scripts/for-browser.mjs',
    ...(sourcesOfBundle[name] ?? []),
    'package-lock.json',
  ]);
  const isThere = (writtenByBundle[name] ?? []).every((path) => existsSync(join(root, path)));
  if (read(stampOfBundle(name)) === hash && isThere) return;
  const next = join(cache, `${name}.${process.pid}`);
  try {
    await start([`scripts/${name}/bundle.mjs`, next]);
    writeFileSync(join(next, '.stamp'), hash);
    rmSync(join(cache, name), { recursive: true, force: true });
    renameSync(next, join(cache, name));
  } finally {
    rmSync(next, { recursive: true, force: true });
  }
}

/** Bundles what joins PDFs for a program that runs from its sources. */
async function bundleJoinerOfSources() {
  const hash = hashOf(['src/infra', 'scripts/bundle.mjs', 'package-lock.json']);
  if (read(joinerStamp) === hash && existsSync(joinerFile)) return;
  const { bundleJoiner } = await import('./bundle.mjs');
  const next = `${joinerFile}.${process.pid}.mjs`;
  await bundleJoiner(next);
  renameSync(next, joinerFile);
  writeFileSync(`${joinerStamp}.${process.pid}`, hash);
  renameSync(`${joinerStamp}.${process.pid}`, joinerStamp);
}

/**
 * Bundles without type checks (`npm run types` checks them) into a new folder, and swaps it with the old one at the
 * end.
 */
async function compile(hash) {
  const next = `dist.${process.pid}`;
  const old = `dist.${process.pid}.old`;
  try {
    await start(['scripts/bundle.mjs', next]);
    writeFileSync(join(root, next, 'build.json'), JSON.stringify({ commit: commitOf() }));
    writeFileSync(join(root, next, '.built'), hash);
    if (existsSync(join(root, 'dist'))) renameSync(join(root, 'dist'), join(root, old));
    renameSync(join(root, next), join(root, 'dist'));
  } finally {
    for (const left of [next, old]) rmSync(join(root, left), { recursive: true, force: true });
  }
}

/**
 * Returns the commit that is built, with `-dirty` when files of it have changed. Builds without a repository, as in an image, name
 * it by `OCTAVO_COMMIT`.
 */
function commitOf() {
  const named = process.env.OCTAVO_COMMIT;
  if (named || !existsSync(join(root, '.git'))) return named || 'unknown';
  const describe = ['describe', '--always', '--dirty', '--exclude=*', '--abbrev=12'];
  const { status, stdout } = spawnSync('git', describe, { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : 'unknown';
}

/**
 * Builds what pages load: GraphiQL, what draws diagrams, the icons and the manual. Each file appears when it is complete, because a page waits for
 * its own, and the stamp when all have.
 */
async function buildPages() {
  const next = join(root, `dist.${process.pid}.pages`);
  const publish = () => {
    for (const name of readdirSync(next)) renameSync(join(next, name), join(pagesFolder, name));
  };
  try {
    for (const folder of [next, pagesFolder]) mkdirSync(folder, { recursive: true });
    // A folder does not replace one that has files.
    for (const name of copiedFolders) rmSync(join(pagesFolder, name), { recursive: true, force: true });
    // Before the manual, which shows them.
    await packIcons(next);
    await packFonts(next);
    publish();
    await Promise.all([...browserBundles.map(bundleForBrowser), compileManual(next).then(publish)]);
    copyBundles(next);
    publish();
    writeFileSync(pagesStamp, '');
  } finally {
    rmSync(next, { recursive: true, force: true });
  }
}

/**
 * Copies the files that the pages load from `node_modules`, so that a running installation does not need the packages.
 */
function copyBundles(folder) {
  const bundles = JSON.parse(readFileSync(join(root, 'src', 'app', 'pages', 'bundles.json'), 'utf8'));
  for (const [name, path] of Object.entries(bundles))
    copyFileSync(join(root, 'node_modules', path), join(folder, name));
  for (const name of copiedFolders) cpSync(join(cache, name), join(folder, name), { recursive: true });
}

/** Packs the icons of published sites in one file, by the function of the compiled program that reads them. */
async function packIcons(folder) {
  const { iconsOfPackages } = await import(pathToFileURL(join(root, 'dist', 'icon-set.js')));
  writeFileSync(join(folder, 'icons.json'), JSON.stringify(iconsOfPackages()));
}

/** Copies the fonts of published sites, with what the compiled program reads about them. */
async function packFonts(folder) {
  const { fontsOfPackages } = await import(pathToFileURL(join(root, 'dist', 'site-fonts.js')));
  const fonts = fontsOfPackages();
  for (const { name, path } of Object.values(fonts).flatMap(({ files }) => files))
    copyFileSync(join(root, 'node_modules', path), join(folder, name));
  writeFileSync(join(folder, 'fonts.json'), JSON.stringify(fonts));
}

/** Compiles the manual by the compiled program, in a process of its own. */
async function compileManual(folder) {
  const script = `import { buildManual } from './dist/built-manual.js';
    import { writeFileSync } from 'node:fs';
    writeFileSync(${JSON.stringify(join(folder, 'manual.json'))}, await buildManual());`;
  await start(['--input-type=module', '--eval', script]);
}

/**
 * For programs that are over in seconds: V8 optimizes nothing, WebAssembly neither, and collects the young generation seldom,
 * and neither does the bundler, below a limit. This takes a third less processor time.
 */
const forShortRuns = [
  '--no-opt',
  '--sparkplug',
  '--liftoff-only',
  '--min-semi-space-size=64',
  '--max-semi-space-size=64',
];
const withoutCollection = { GOGC: 'off', GOMEMLIMIT: '1GiB' };

/** Runs a Node program. Its output is shown when it fails. */
async function start(args, env = {}) {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...withoutCollection, ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${args[0]} failed:\n${output}`);
}

function sourcesHash() {
  return hashOf([
    'src',
    'prisma',
    'scripts/build.mjs',
    'scripts/bundle.mjs',
    'scripts/desk',
    'scripts/diagrams',
    'scripts/for-browser.mjs',
    'scripts/graphiql',
    'codegen.ts',
    'scripts/rest',
    'tsconfig.json',
    'package-lock.json',
  ]);
}

/** Returns one hash over the contents of files and folders, without what is generated from them. */
export function hashOf(paths) {
  const hash = createHash('sha256');
  for (const path of paths.flatMap(filesOf).toSorted())
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0');
  return hash.digest('hex');
}

function filesOf(path) {
  const names = listing(path);
  if (names === null) return existsSync(join(root, path)) ? [path] : [];
  return names.flatMap((entry) => {
    const inside = `${path}/${entry.name}`;
    if (inside === 'src/db/generated' || entry.name === '__generated__') return [];
    return entry.isDirectory() ? filesOf(inside) : [inside];
  });
}

function listing(path) {
  try {
    return readdirSync(join(root, path), { withFileTypes: true });
  } catch {
    return null;
  }
}

function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    await (process.argv.includes('--generate') ? ensureGenerated() : ensureBuilt());
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
