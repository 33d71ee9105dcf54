import { Client, Pool, type ClientBase } from 'pg';
import { migrate } from '../../src/db/migrate.ts';
import { scopes } from '../../src/access/scopes.ts';
import { hashSecret, newSecret } from '../../src/lib/secret-token.ts';
import { loadUser, type Sizes } from './sizes.ts';
import { commentRows, counters, fewRows, reactionRows } from './statements.ts';

/** Version of the data set. Change it whenever the rows for the same sizes change. */
const dataVersion = 3;
const commentsPerStatement = 250_000;

export interface DataSet {
  readonly url: string;
  readonly sizes: Sizes;
  /** Bearer tokens of the load user. */
  readonly secrets: readonly [string, ...string[]];
}

type Say = (text: string) => void;

/** Creates, migrates and fills the database, or reuses that of an earlier run. */
export async function prepareData(url: string, sizes: Sizes, say: Say): Promise<DataSet> {
  const wanted = JSON.stringify([dataVersion, sizes]);
  await createDatabase(url);
  if ((await found(url)) !== wanted) await recreate(url, say);
  const pool = new Pool({ connectionString: url, max: 1, options: '-c TimeZone=UTC' });
  try {
    await migrate(pool, { log: { info: () => undefined } });
    if ((await found(url)) !== wanted) await fill(pool, sizes, wanted, say);
    return { url, sizes, secrets: await newTokens(pool) };
  } finally {
    await pool.end();
  }
}

/** Drops the database. */
export const dropData = (url: string) =>
  onServer(url, (client, name) =>
    client.query(`drop database if exists ${client.escapeIdentifier(name)} with (force)`),
  );

async function onServer(url: string, run: (client: Client, name: string) => Promise<unknown>) {
  const server = new URL(url);
  const name = decodeURIComponent(server.pathname.slice(1));
  server.pathname = '/postgres';
  const client = new Client({ connectionString: server.href });
  await client.connect();
  try {
    await run(client, name);
  } finally {
    await client.end();
  }
}

const createDatabase = (url: string) =>
  onServer(url, async (client, name) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount === 0)
      await client.query(`create database ${client.escapeIdentifier(name)} template template0 encoding 'UTF8'`);
  });

/**
 * Reads the record of an earlier run, which is empty if there was none. Throws for a database that does not belong to the
 * benchmark.
 */
async function found(url: string): Promise<string> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ tables: number; marked: boolean }>(
      `select count(*)::int as tables, to_regclass('bench.data_set') is not null as marked from pg_tables where schemaname = 'public'`,
    );
    const [state] = rows;
    if (state?.marked)
      return (await client.query<{ note: string }>('select note from bench.data_set')).rows[0]?.note ?? '';
    if (state && state.tables > 0)
      throw new Error(
        'The database of BENCH_DATABASE_URL contains tables of something else than the benchmark, so it is not touched',
      );
    // The record is in a separate schema, because migrations require an empty one.
    await client.query('create schema bench; create table bench.data_set (note text not null, site jsonb)');
    return '';
  } finally {
    await client.end();
  }
}

async function recreate(url: string, say: Say) {
  say('A new data set is needed; loading takes a while');
  await dropData(url);
  await createDatabase(url);
  await found(url);
}

async function fill(pool: Pool, sizes: Sizes, note: string, say: Say) {
  const client = await pool.connect();
  try {
    // Foreign keys are not checked: the rows satisfy them by construction, and checking takes longer than writing.
    await client.query('set session_replication_role = replica').catch(() => undefined);
    await client.query(`set synchronous_commit = off; set maintenance_work_mem = '512MB'`);
    for (const text of fewRows(sizes)) await client.query(text);
    const indexes = await dropIndexes(client);
    for (const deep of [false, true]) {
      const total = deep ? sizes.deep : sizes.comments;
      for (let from = 1; from <= total; from += commentsPerStatement) {
        const to = Math.min(total, from + commentsPerStatement - 1);
        say(`Comments ${deep ? 'of the big space ' : ''}${from} to ${to}`);
        await client.query(commentRows(sizes, [from, to], deep));
      }
    }
    say('Reactions');
    await client.query(reactionRows(sizes));
    say('Indexes, counters, statistics');
    for (const text of indexes) await client.query(text);
    await client.query(counters);
    await client.query('vacuum analyze');
    await client.query('insert into bench.data_set (note) values ($1)', [note]);
    await client.query('reset session_replication_role').catch(() => undefined);
  } finally {
    client.release();
  }
}

/** The tables of most rows. Sorting the rows for an index takes a third of the time of inserting them one by one. */
const large = ['comments', 'reactions'];

/** Drops the indexes of the large tables, and returns the statements that create them again. */
async function dropIndexes(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string; table: string; definition: string; constraint: string | null }>(
    `select c.oid::regclass::text as name, i.indrelid::regclass::text as table, pg_get_indexdef(c.oid) as definition,
       (select pg_get_constraintdef(k.oid) from pg_constraint k where k.conindid = c.oid and k.contype = 'p') as constraint
     from pg_index i join pg_class c on c.oid = i.indexrelid where i.indrelid = any($1::regclass[])`,
    [large],
  );
  const foreignKeys = await client.query<{ name: string; table: string; definition: string }>(
    `select quote_ident(conname) as name, conrelid::regclass::text as table, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and confrelid = any($1::regclass[])`,
    [large],
  );
  for (const { table, name } of foreignKeys.rows) await client.query(`alter table ${table} drop constraint ${name}`);
  for (const { table, name, constraint } of rows)
    await client.query(constraint === null ? `drop index ${name}` : `alter table ${table} drop constraint ${name}`);
  return [
    ...rows.map(({ table, name, definition, constraint }) =>
      constraint === null ? definition : `alter table ${table} add constraint ${name} ${constraint}`,
    ),
    // The rows satisfy the keys, so those that exist are not checked.
    ...foreignKeys.rows.map(
      ({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition} not valid`,
    ),
  ];
}

/** More than there are connections, so that hardly two requests of one token are in progress. */
const tokens = 37;

async function newTokens(pool: Pool): Promise<readonly [string, ...string[]]> {
  const secrets = Array.from({ length: tokens }, () => newSecret('user'));
  await pool.query('delete from api_tokens');
  await pool.query(
    `insert into api_tokens (id, "userId", kind, name, hash, prefix, "lastFour", scopes)
     select 'tok_' || lpad(token.number::text, 20, '0'), $1, 'user', 'benchmark', token.hash, 'ocu', token.ending, $4
     from unnest($2::text[], $3::text[]) with ordinality as token(hash, ending, number)`,
    [loadUser, secrets.map(hashSecret), secrets.map((secret) => secret.slice(-4)), [...scopes]],
  );
  const [first = '', ...others] = secrets;
  return [first, ...others];
}
