import pLimit from 'p-limit';
import { Pool, Result, types, type FieldDef } from 'pg';
import { Parser } from 'pg-protocol/dist/parser.js';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import sqlTag, { join as joinTag, raw as rawTag } from 'sql-template-tag';
import { Bag, type Entry } from '../src/handmade/bag.ts';
import { MinuteCounter } from '../src/handmade/minute-counter.ts';
import { runPrepared, type KnownColumns } from '../src/handmade/prepared-query.ts';
import { RowClient } from '../src/handmade/row-client.ts';
import { rowReader } from '../src/handmade/row-reader.ts';
import { createTurns } from '../src/lib/turns.ts';
import { all, raw, sql, readStatement } from '../src/db/sql.ts';

/**
 * Measures the parts that Octavo writes itself although a library does the same, each beside that library in the same
 * run. `npx tsx bench/handmade.ts [postgresql://…]` prints microseconds of processor time per call; src/handmade/README.md
 * lists the figures.
 */

interface Contest {
  readonly name: string;
  readonly ours: () => unknown;
  readonly library: () => unknown;
  /** Calls in a round. */
  readonly calls: number;
}

const rounds = 9;

/** The median of rounds that alternate between both, in microseconds of processor time per call. */
async function compare({ name, ours, library, calls }: Contest): Promise<void> {
  const times: Record<'ours' | 'library', number[]> = { ours: [], library: [] };
  for (let round = -2; round < rounds; round += 1)
    for (const [side, run] of [
      ['ours', ours],
      ['library', library],
    ] as const) {
      const start = process.cpuUsage();
      for (let call = 0; call < calls; call += 1) {
        const result = run();
        if (result instanceof Promise) await result;
      }
      const { user, system } = process.cpuUsage(start);
      if (round >= 0) times[side].push((user + system) / calls);
    }
  const median = (values: number[]) => values.toSorted((left, right) => left - right)[rounds >> 1] ?? 0;
  const [own, other] = [median(times.ours), median(times.library)];
  process.stdout.write(
    `${name.padEnd(54)} ours ${own.toFixed(2)} µs, library ${other.toFixed(2)} µs, ratio ${(other / own).toFixed(1)}\n`,
  );
}

const columns = Array.from({ length: 30 }, (_none, index) => `column${index}`);
const fields = columns.map((name) => ({ name, dataTypeID: types.builtins.TEXT as number })) as FieldDef[];
const readRow = rowReader(fields, types);

/** The message of one row, as the server sends it: kind, length, number of columns, and each column after its length. */
const message = (() => {
  const values = columns.map((name) => `value of ${name}`).map((text) => [Buffer.alloc(4), Buffer.from(text)] as const);
  for (const [size, value] of values) size.writeInt32BE(value.length);
  const body = Buffer.concat(values.flat());
  const head = Buffer.alloc(7);
  head.write('D');
  head.writeInt32BE(body.length + 6, 1);
  head.writeInt16BE(columns.length, 5);
  return Buffer.concat([head, body]);
})();
const messages = Buffer.concat(Array.from({ length: 50 }, () => message));
const parser = new Parser();

function rowsOfPg() {
  const result = new Result('', types as never) as Result &
    Record<'addFields' | 'addRow', (part: unknown) => void> & { parseRow(row: unknown): unknown };
  result.addFields(fields);
  parser.parse(messages, (row) => result.addRow(result.parseRow((row as unknown as { fields: unknown }).fields)));
  return result.rows;
}

const conditions = { organizationId: 'org_1', status: 'open', author: 'usr_1' };

const contests: Contest[] = [
  {
    name: 'rows: 50 of 30 columns, read from the bytes (pg)',
    calls: 2_000,
    ours: () => Array.from({ length: 50 }, (_none, index) => readRow(messages, index * message.length + 7)).length,
    library: () => rowsOfPg().length,
  },
  {
    name: 'sql: a statement of nested pieces (sql-template-tag)',
    calls: 50_000,
    ours: () => {
      const where = all([
        sql`s."organizationId" = ${conditions.organizationId}`,
        sql`s.status = ${conditions.status}`,
        sql`s."authorId" = ${conditions.author}`,
      ]);
      return readStatement(sql`select ${raw('s.*')} from spaces s where ${where} order by s."createdAt" limit ${50}`);
    },
    library: () => {
      const where = joinTag(
        [
          sqlTag`s."organizationId" = ${conditions.organizationId}`,
          sqlTag`s.status = ${conditions.status}`,
          sqlTag`s."authorId" = ${conditions.author}`,
        ],
        ' and ',
      );
      return sqlTag`select ${rawTag('s.*')} from spaces s where ${where} order by s."createdAt" limit ${50}`.text;
    },
  },
];

/** As many as requests are in progress, each with what a short request keeps until it ends. */
const inProgress = 32;
const blank = Array.from({ length: 500 }, () => 0);
const request = () => ({ kept: [...blank] });
const bag = new Bag<object>();
const entries: (Entry<object> | undefined)[] = [];
const set = new Set<object>();
const members: (object | undefined)[] = [];
let [nextEntry, nextMember] = [0, 0];
contests.push({
  name: 'requests in progress: one comes, one goes (Set)',
  calls: 50_000,
  ours: () => {
    const at = (nextEntry += 1) % inProgress;
    const oldest = entries[at];
    if (oldest) bag.delete(oldest);
    entries[at] = bag.add(request());
  },
  library: () => {
    const at = (nextMember += 1) % inProgress;
    const oldest = members[at];
    if (oldest) set.delete(oldest);
    const member = request();
    members[at] = member;
    set.add(member);
  },
});

const counter = new MinuteCounter(Date.now);
const limiter = new RateLimiterMemory({ points: 1e9, duration: 60 });
let nextKey = 0;
contests.push({
  name: 'rate limit: one count (rate-limiter-flexible)',
  calls: 50_000,
  ours: () => counter.add(`tok_${(nextKey += 1) % 1_000}`),
  library: () => limiter.consume(`tok_${(nextKey += 1) % 1_000}`),
});

const takeTurn = createTurns({ atOnce: 2, maxWaiting: 400, refuse: () => new Error('refused') });
const limit = pLimit(2);
const task = () => Promise.resolve();
const callers = Array.from({ length: 100 }, (_none, index) => ({ owner: `usr_${index % 4}` }));
contests.push({
  name: 'turns: 100 tasks of four owners, two at once (p-limit)',
  calls: 500,
  ours: () => Promise.all(callers.map((caller) => takeTurn(caller, task))),
  library: () => Promise.all(callers.map(() => limit(task))),
});

const [, , url] = process.argv;
const pool = url === undefined ? null : new Pool({ connectionString: url, max: 1, Client: RowClient });
if (pool) {
  const known: KnownColumns = new WeakMap();
  const rowTypes = { getTypeParser: types.getTypeParser };
  for (const count of [30, 12]) {
    const wanted = columns.slice(0, count);
    const text = `select ${wanted.map((name) => `$1::text as ${name}`).join(', ')}`;
    const statement = (name: string) => ({
      name: `${name} ${count}`,
      text,
      values: ['x'],
      types: rowTypes as never,
    });
    contests.push({
      name: `prepared statement of ${count} columns (pg)`,
      calls: 2_000,
      ours: () => runPrepared(pool, statement('ours'), known),
      library: () => pool.query(statement('library')),
    });
  }
}

for (const contest of contests) await compare(contest);
await pool?.end();
