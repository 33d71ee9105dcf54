import { readFileSync } from 'node:fs';
import { Pool } from 'pg';
import { poolSql } from '../../src/db/pool-sql.ts';
import { RowClient } from '../../src/handmade/row-client.ts';
import { raw, sql, type Sql } from '../../src/db/sql.ts';
import { appendEvents } from '../../src/domain/core/events/queries/events.ts';
import { newId } from '../../src/lib/ids.ts';
import { shown } from '../content/figures.ts';
import { bar, type Figures } from '../result.ts';
import type { PostgresPlace } from './place.ts';

/** Measures the processor time that writing an event adds to a transaction, in the process of its connection. */
export async function measureCost(place: PostgresPlace, times: number): Promise<Figures> {
  const [spaceId = ''] = await place.makeSpaces(place.organizationId, 1);
  const pool = new Pool({ connectionString: place.databaseUrl, max: 1, Client: RowClient });
  const reader = poolSql(pool, 500);
  const { rows } = await pool.query('select pg_backend_pid() as pid');
  const pid: number = rows[0].pid;
  const measured: Record<string, number[]> = { without: [], with: [] };
  // The first round warms up.
  for (const round of ['without', 'with', 'without', 'with', 'with', 'without'] as const) {
    const begun = processorMicros(pid);
    for (let number = 0; number < times; number += 1) {
      await write(reader, { spaceId, organizationId: place.organizationId, number, emits: round === 'with' });
    }
    measured[round]?.push((processorMicros(pid) - begun) / times);
  }
  await pool.end();
  const least = (name: string) => Math.min(...(measured[name] ?? []).slice(1));
  const added = least('with') - least('without');
  return {
    title: `What an event adds to a write, over ${times} transactions`,
    columns: ['', 'statements', 'database µs'],
    rows: [
      ['update of a space alone', '3', shown(least('without'))],
      ['with its event', '4', shown(least('with'))],
    ],
    bars: [bar('processor time that an event adds, in µs', added, 'at most', 300)],
  };
}

interface Write {
  readonly spaceId: string;
  readonly organizationId: string;
  readonly number: number;
  readonly emits: boolean;
}

async function write(writer: Sql, { spaceId, organizationId, number, emits }: Write): Promise<void> {
  await writer.rows(raw('begin'));
  await writer.rows(sql`update spaces set title = ${`Title ${number}`}, version = version + 1 where id = ${spaceId}`);
  if (emits)
    await appendEvents(writer, {
      organizationId,
      actorId: 'nobody',
      requestId: 'bench',
      tokenId: 'nobody',
      origin: { source: 'service', address: null, userAgent: null },
      createdAt: new Date(),
      events: [
        {
          id: newId('evt'),
          type: 'space.updated',
          subject: { organizationId, id: spaceId, spaceId, label: 'Title' },
          data: { changed: ['title'], previous: { title: 'Title' } },
        },
      ],
    });
  await writer.rows(raw('commit'));
}

/** Processor time of a process in microseconds, as the scheduler counts it. */
const processorMicros = (pid: number) => Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1_000;
