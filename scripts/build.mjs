// Builds `dist/` when it is absent or its sources have changed. Plain JavaScript, so that `npm start` runs it as it is.
import { createHash } from 'node:crypto';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const cache = join(root, 'node_modules', '.cache', 'octavo');
const stampFile = join(root, 'dist', '.built');
const clientStamp = join(cache, 'client');
const operationsStamp = join(cache, 'operations');
const clientFile = join(root, 'src', 'db', 'generated', 'client.ts');
const operationsFile = join(root, 'src', 'rest', '__generated__', 'operations.ts');

/** Makes `dist/` fit the sources; several processes at once build it once. Returns how long it took, null when it was there. */
export async function ensureBuilt() {
  if (isFresh()) return null;
  return locked(async () => {
    if (isFresh()) return null;
    const startedMs = performance.now();
    const hash = sourcesHash();
    await generate();
    await compile(hash);
    return Math.round(performance.now() - startedMs);
  });
}

/** Makes the generated sources (database client, operation types, schema.graphql) fit theirs. */
export const ensureGenerated = () => locked(generate);

const isFresh = () => read(stampFile) === sourcesHash();

async function generate() {
  const client = hashOf(['prisma', 'prisma.config.ts', 'package-lock.json']);
  const operations = hashOf(['src', 'prisma', 'codegen.ts', 'scripts/generate.ts', 'package-lock.json']);
  const clientIsOld = read(clientStamp) !== client || !existsSync(clientFile);
  const operationsAreOld = read(operationsStamp) !== operations || !existsSync(operationsFile);
  // Starts at once, reads the schema only when told to: the schema needs the client.
  const types = operationsAreOld ? start(['--import', 'tsx', 'scripts/generate.ts'], { stdin: 'pipe' }) : null;
  types?.done.catch(() => undefined);
  try {
    if (clientIsOld) await generateClient();
  } catch (error) {
    types?.child.kill();
    throw error;
  }
  types?.child.stdin?.end('go');
  await types?.done;
  mkdirSync(cache, { recursive: true });
  writeFileSync(clientStamp, client);
  writeFileSync(operationsStamp, operations);
}

function generateClient() {
  // Prisma looks for its migration engine, and would download it, although generating needs none: any program will do.
  // Seen with Prisma 7.10; to be removed when `prisma generate` works offline by itself.
  const env = {
    PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
    CHECKPOINT_DISABLE: '1',
    PRISMA_HIDE_UPDATE_MESSAGE: '1',
  };
  return start(['node_modules/prisma/build/index.js', 'generate', '--no-hints'], { env }).done;
}

/** Types are for `npm run types` to check. Compiles beside the old program and puts the new one in its place at the end. */
async function compile(hash) {
  const next = `dist.${process.pid}`;
  const old = `dist.${process.pid}.old`;
  try {
    await start(['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json', '--noCheck', '--outDir', next]).done;
    writeFileSync(join(root, next, '.built'), hash);
    if (existsSync(join(root, 'dist'))) renameSync(join(root, 'dist'), join(root, old));
    renameSync(join(root, next), join(root, 'dist'));
  } finally {
    for (const left of [next, old]) rmSync(join(root, left), { recursive: true, force: true });
  }
}

/** Runs a Node program; what it prints is shown when it fails. */
function start(args, { env = {}, stdin = 'ignore' } = {}) {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: [stdin, 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  child.stdin?.on('error', () => undefined);
  const done = once(child, 'close').then(([code]) => {
    if (code !== 0) throw new Error(`${args.at(0) === '--import' ? args.at(2) : args[0]} failed:\n${output}`);
  });
  return { child, done };
}

function sourcesHash() {
  return hashOf([
    'src',
    'prisma',
    'codegen.ts',
    'scripts/build.mjs',
    'scripts/generate.ts',
    'tsconfig.json',
    'tsconfig.build.json',
    'package-lock.json',
  ]);
}

/** One hash over the contents of these files and folders, without what is generated from them. */
function hashOf(paths) {
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

/** Runs the action while no other process does; a lock whose owner is gone is taken over. */
async function locked(action) {
  const file = join(cache, 'lock');
  mkdirSync(cache, { recursive: true });
  while (!take(file)) await sleep(100);
  try {
    return await action();
  } finally {
    rmSync(file, { force: true });
  }
}

function take(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    const owner = Number(read(file));
    if (owner > 0 && !isAlive(owner)) rmSync(file, { force: true });
    return false;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
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
