/**
 * Writes rows in two halves to the embedded database, and prints the number of each acknowledged row. On SIGTERM it
 * closes the engine during a write and exits.
 */
import pg from 'pg';
import { openEmbedded } from '../../src/db/embedded/engine.ts';
import { patienceMs } from '../setup/patience.ts';

const nowhere = (): void => {};
const engine = await openEmbedded({
  dataDir: process.argv[2] ?? '',
  statementTimeoutMs: patienceMs,
  log: { info: nowhere, warn: nowhere, error: nowhere },
});
const client = new pg.Client(engine.clientConfig);
client.on('error', nowhere);
await client.connect();
await client.query('create table if not exists halves (n int, half int, primary key (n, half))');
const { rows } = await client.query('select coalesce(max(n), 0) as n from halves');

async function write(n: number): Promise<void> {
  await client.query('begin');
  await client.query('insert into halves values ($1, 1)', [n]);
  await client.query('insert into halves values ($1, 2)', [n]);
  await client.query('commit');
  process.stdout.write(`${n}\n`);
}

let told = false;
process.on('SIGTERM', () => {
  told = true;
  void engine.close();
});

try {
  for (let n = Number(rows[0].n) + 1; ; n += 1) await write(n);
} catch (error) {
  if (!told) throw error;
  await engine.close();
}
