import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { shown } from '../content/figures.ts';
import { bar, type Figures } from '../result.ts';
import type { PostgresPlace } from './place.ts';

/** How many webhooks of the organization want an event, and how many of other spaces do not. */
const rounds = [
  { wanted: 0, unwanted: 0 },
  { wanted: 1, unwanted: 0 },
  { wanted: 5, unwanted: 0 },
  { wanted: 20, unwanted: 0 },
  { wanted: 0, unwanted: 200 },
] as const;

/** Writers of one space, one write after the other each. */
const writers = 4;

/**
 * Measures the processor time of the servers and of the database for a write, with all that it leads to, beside webhooks that want its
 * event and webhooks that do not. What a delivery takes is the difference to a write without webhooks, by the number of deliveries.
 */
export async function measureWebhooks(place: PostgresPlace, writes: number): Promise<Figures> {
  let received = 0;
  const receiver = createServer((request, response) => {
    received += 1;
    request.resume().on('end', () => response.writeHead(204).end());
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const rows: string[][] = [];
  const perWrite: number[] = [];
  for (const { wanted, unwanted } of rounds) {
    const organizationId = await place.makeOrganization(`Webhooks ${wanted} ${unwanted}`);
    const [spaceId = '', ...others] = await place.makeSpaces(organizationId, 1 + unwanted / 10);
    const add = (more: object) =>
      place.ask('POST', `/v1/orgs/${organizationId}/webhooks`, { url, types: ['space.*'], ...more });
    for (let n = 0; n < wanted; n += 1) await add({});
    for (let n = 0; n < unwanted; n += 1) await add({ spaceId: others[Math.floor(n / 10)] });
    const round = async (count: number) => {
      received = 0;
      await Promise.all(
        Array.from({ length: writers }, async (_none, writer) => {
          for (let n = writer; n < count; n += writers)
            await place.ask('PATCH', `/v1/spaces/${spaceId}`, { title: `Title ${writer} ${n} ${received}` });
        }),
      );
      while (received < count * wanted) await sleep(20);
      await sleep(200);
    };
    await round(writes / 4);
    const before = await processorMs(place);
    await round(writes);
    const after = await processorMs(place);
    const [server = 0, database = 0] = after.map((ms, at) => (ms - (before[at] ?? 0)) / writes);
    perWrite.push(server + database);
    const delivery = wanted === 0 ? '' : shown((server + database - (perWrite[0] ?? 0)) / wanted);
    rows.push([String(wanted), String(unwanted), shown(server), shown(database), delivery]);
  }
  receiver.close();
  const [none = 0, , , twenty = 0, unwantedOnes = 0] = perWrite;
  return {
    title: `What webhooks cost, over ${writes} writes of a space`,
    columns: ['want it', 'do not', 'server ms a write', 'database ms a write', 'all in all ms a delivery'],
    rows,
    bars: [
      bar('processor time of a delivery in ms, with twenty webhooks', (twenty - none) / 20, 'at most', 2.5),
      bar(
        'processor time of a write beside 200 webhooks that do not want it, as a multiple',
        unwantedOnes / none,
        'at most',
        1.15,
      ),
    ],
  };
}

/** Processor time of the servers and of their connections of the database so far, in milliseconds. */
async function processorMs(place: PostgresPlace): Promise<readonly [servers: number, database: number]> {
  const client = new Client({ connectionString: place.databaseUrl });
  await client.connect();
  const { rows } = await client.query(
    'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  await client.end();
  const sum = (pids: readonly (number | undefined)[]) => pids.reduce((total: number, pid) => total + msOf(pid), 0);
  return [sum(place.servers.map(({ process: { pid } }) => pid)), sum(rows.map(({ pid }) => pid))];
}

/** Processor time of a process with all of its threads, in milliseconds: fields 14 and 15, in hundredths of a second. */
function msOf(pid: number | undefined): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
