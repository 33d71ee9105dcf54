import pLimit from 'p-limit';
import { Pool, types, type FieldDef } from 'pg';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import sqlTag, { join as joinTag, raw as rawTag } from 'sql-template-tag';
import { MinuteCounter } from '../src/handmade/minute-counter.ts';
import { runPrepared, type KnownColumns } from '../src/handmade/prepared-query.ts';
import { rowMaker } from '../src/handmade/row-maker.ts';
import { createTurns } from '../src/infra/workers/turns.ts';
import { all, raw, sql, statementOf } from '../src/db/sql.ts';

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
        // oxlint-disable-next-line no-await-in-loop -- one after the other, as a request does
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
const makeRow = rowMaker(fields, types);
const row = columns.map((name) => `value of ${name}`);

/** How pg makes a row: an object that gets its keys one by one. */
function rowByKeys(values: readonly unknown[]) {
  const made: Record<string, unknown> = {};
  for (let index = 0; index < fields.length; index += 1) made[fields[index]?.name ?? ''] = values[index];
  return made;
}

const conditions = { organizationId: 'org_1', status: 'open', author: 'usr_1' };

const contests: Contest[] = [
  {
    name: 'rows: 50 of 30 columns, made and read',
    calls: 2_000,
    ours: () => JSON.stringify(Array.from({ length: 50 }, () => makeRow(row))).length,
    library: () => JSON.stringify(Array.from({ length: 50 }, () => rowByKeys(row))).length,
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
      return statementOf(sql`select ${raw('s.*')} from spaces s where ${where} order by s."createdAt" limit ${50}`);
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

const counter = new MinuteCounter(Date.now);
const limiter = new RateLimiterMemory({ points: 1e9, duration: 60 });
let nextKey = 0;
contests.push({
  name: 'rate limit: one count (rate-limiter-flexible)',
  calls: 50_000,
  ours: () => counter.add(`tok_${(nextKey += 1) % 1_000}`),
  library: () => limiter.consume(`tok_${(nextKey += 1) % 1_000}`),
});

const takeTurn = createTurns({ atOnce: 2, maxWaiting: 400 });
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
const pool = url === undefined ? null : new Pool({ connectionString: url, max: 1 });
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

// oxlint-disable-next-line no-await-in-loop -- a contest has the machine to itself
for (const contest of contests) await compare(contest);
await pool?.end();
