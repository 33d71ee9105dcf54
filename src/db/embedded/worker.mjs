// @ts-check
/**
 * The worker thread that runs the database. It is written in JavaScript, type-checked like the rest, because a thread
 * cannot load TypeScript before Node 22.18, and TypeScript loaders take a third of a second per start.
 */
import { existsSync } from 'node:fs';
import { readFile, readdir, rename, rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { unaccent } from '@electric-sql/pglite/contrib/unaccent';
import { dataDir as emptyDatabase } from '@electric-sql/pglite-prepopulatedfs';
import { StatisticsCollector } from './statistics.mjs';
import { unpack } from './unpack.mjs';

/** @import { FromWorker, ToWorker, WorkerSettings } from './protocol.ts' */

/** Size of the chunks in which an answer is sent, in bytes, so that the client reads while the query runs. */
const answerChunkBytes = 256 * 1024;
const keptOutputLines = 20;
/** Sync message: ends an incomplete extended query of a disconnected client. */
const syncMessage = Uint8Array.of(0x53, 0, 0, 0, 4);

/**
 * How much of a function of the database runs before it is optimized, in bytes of its code. By default a start optimizes what it
 * runs a few times, in other threads, which takes as long as the start itself. Under load it takes a second longer to be reached.
 * Read when the database is compiled, so it is set before that.
 */
const bytesBeforeOptimization = 1_000_000_000;
setFlagsFromString(`--wasm-tiering-budget=${bytesBeforeOptimization}`);

if (!parentPort) throw new Error('This file is the entry of a worker thread.');
const port = parentPort;
/** @type {WorkerSettings} */
const settings = workerData;
/** @type {string[]} The last messages of PostgreSQL. */
const output = [];

/** @param {FromWorker} message */
function send(message) {
  const bytes = 'bytes' in message ? message.bytes : null;
  if (bytes) port.postMessage(message, [/** @type {ArrayBuffer} */ (bytes.buffer)]);
  else port.postMessage(message);
}

/** @param {string} line */
function keepOutput(line) {
  output.push(line);
  if (output.length > keptOutputLines) output.shift();
  return false;
}

/**
 * Disables sequential scans. Until statistics are collected (see statistics.mjs), the planner assumes the size that a
 * table had when its plan was cached, and would scan a table that has grown from ten rows to a hundred thousand.
 *
 * The buffers take their memory at the start. The default of 128 MB makes neither imports nor reads of a database of
 * 500 MB faster, because the system caches the same files.
 */
const startParams = [...PGlite.defaultStartParams, '-c', 'enable_seqscan=off', '-c', 'shared_buffers=32MB'];

/**
 * @param {string | null} dataDir
 * @param {Blob | null} contents Contents of a new database; null opens an existing one.
 */
async function create(dataDir, contents) {
  return PGlite.create({
    extensions: { pg_trgm, unaccent },
    startParams,
    onStdout: keepOutput,
    onStderr: keepOutput,
    ...(dataDir && { dataDir }),
    ...(contents && { loadDataDir: contents }),
  });
}

/** A new database is a copy of a prepared one, because initializing one takes seconds of CPU time. */
async function newContents() {
  const { loadDataDir } = settings;
  return loadDataDir ? new File([await readFile(loadDataDir)], basename(loadDataDir)) : emptyDatabase();
}

/**
 * Opens a directory. A new database is created in a temporary directory beside it and renamed when it is complete, so
 * that an interrupted first start leaves no partial database.
 *
 * @param {string} dataDir
 */
async function openDataDir(dataDir) {
  if (!existsSync(`${dataDir}/PG_VERSION`)) {
    if (existsSync(dataDir) && (await readdir(dataDir)).length > 0) {
      throw new Error('the directory is not empty and holds no database');
    }
    const staging = `${dataDir}.new`;
    await rm(staging, { recursive: true, force: true });
    unpack(new Uint8Array(await (await newContents()).arrayBuffer()), staging);
    await rename(staging, dataDir);
  }
  return create(dataDir, null);
}

/**
 * @param {PGlite} db
 * @param {Extract<ToWorker, { kind: 'query' }>} query
 */
async function run(db, { session, bytes: message }) {
  /** @type {Uint8Array[]} */
  let chunks = [];
  let size = 0;
  const flush = (/** @type {boolean} */ done) => {
    const bytes = size > 0 ? new Uint8Array(size) : null;
    let offset = 0;
    for (const chunk of chunks) {
      bytes?.set(chunk, offset);
      offset += chunk.length;
    }
    chunks = [];
    size = 0;
    send({ kind: 'answer', session, bytes, done });
  };
  // Only the streaming call (PGlite 0.5.16) neither parses nor buffers the answer.
  await db.execProtocolRawStream(message, {
    syncToFs: false,
    onRawData: (view) => {
      // The view refers to the memory of the database, which the next write reuses.
      chunks.push(view.slice());
      size += view.length;
      if (size >= answerChunkBytes) flush(false);
    },
  });
  flush(true);
}

/** @param {PGlite} db */
async function endSession(db) {
  await db.execProtocolRawStream(syncMessage, { syncToFs: false, onRawData: () => {} });
  if (db.isInTransaction()) await db.exec('rollback');
  await db.exec('discard all');
  send({ kind: 'ended' });
}

/** @param {PGlite} db */
async function dump(db) {
  if (!db.isInTransaction()) await db.exec('checkpoint');
  const tarball = await db.dumpDataDir('gzip');
  send({ kind: 'dumped', bytes: new Uint8Array(await tarball.arrayBuffer()) });
}

/** @param {PGlite} db */
async function close(db) {
  if (db.isInTransaction()) await db.exec('rollback');
  await db.exec('checkpoint');
  await db.close();
  send({ kind: 'closed' });
  port.close();
}

/**
 * @param {PGlite} db
 * @param {ToWorker} message
 */
async function handle(db, message) {
  switch (message.kind) {
    case 'query':
      return run(db, message);
    case 'end':
      return endSession(db);
    case 'dump':
      return dump(db);
    case 'close':
      return close(db);
  }
}

/** @param {unknown} reason */
function sendFailure(reason) {
  const message = reason instanceof Error ? reason.message : String(reason);
  send({ kind: 'failed', message, output });
}

/** @param {PGlite} db */
function serve(db) {
  /** @param {unknown} reason */
  const fail = (reason) => {
    sendFailure(reason);
    process.exit(1);
  };
  // PostgreSQL aborts on a panic (a full disk, a damaged file) and PGlite 0.5.16 would call it again for ever.
  /** @type {{ onAbort?: (reason: unknown) => void }} */ (db.Module).onAbort = fail;
  let queue = Promise.resolve();
  const collectStatistics = () => statistics.collect(db).catch((error) => void keepOutput(String(error)));
  const statistics = new StatisticsCollector(() => {
    queue = queue.then(collectStatistics);
  });
  port.on('message', (/** @type {ToWorker} */ message) => {
    if (message.kind === 'close') statistics.stop();
    queue = queue
      .then(() => handle(db, message))
      .catch(fail)
      .then(collectStatistics);
  });
}

try {
  const { dataDir } = settings;
  serve(await (dataDir === null ? create(null, await newContents()) : openDataDir(dataDir)));
  send({ kind: 'opened' });
} catch (error) {
  sendFailure(error);
  port.close();
}
