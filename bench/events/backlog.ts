import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { shown } from '../content/figures.ts';
import { bar, type Figures } from '../result.ts';
import type { PostgresPlace } from './place.ts';
import { rename } from './writers.ts';

/** Organizations with a backlog, and the webhooks of each, which all want its events. */
const owners = 10;
const webhooksOfEach = 20;

/** Events that wait for each webhook. */
const waitingEach = 80;

/** Time in which others write, in milliseconds, and the connections by which they do. */
const roundMs = 5_000;
const connections = 4;

/**
 * Measures the writes of an organization without webhooks, alone and while 200 webhooks of others are sent what waits for them, in turns.
 */
export async function measureBacklog(place: PostgresPlace): Promise<Figures> {
  const receiver = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(204).end());
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const client = new Client({ connectionString: place.databaseUrl });
  await client.connect();
  const countWaiting = async (): Promise<number> => {
    const delivered = "select count(*)::int as count from webhook_deliveries where state = 'delivered'";
    return owners * webhooksOfEach * waitingEach - (await client.query(delivered)).rows[0].count;
  };
  const spaces = await place.makeSpaces(await place.makeOrganization('Others'), 40);
  const writes = async () => {
    const until = performance.now() + roundMs;
    const written = await rename({ place, spaces, connections, goesOn: () => performance.now() < until });
    return (written.length * 1_000) / roundMs;
  };
  /** Lets the webhooks be sent what waits, or not. */
  const setActive = async (active: boolean) => {
    await client.query('update webhooks set active = $1', [active]);
    await client.query(`select add_event_task('send-events', id, "organizationId") from webhooks where active`);
    await sleep(1_000);
  };
  await Promise.all(Array.from({ length: owners }, (_none, number) => addBacklog(place, url, number)));
  // At once: by two hundred requests, the first would have nothing to send any more when the last begins.
  await client.query('update webhooks set active = true, "catchesUp" = true, cursor = 0');
  await client.query(`select add_event_task('dispatch-events', id, id) from organizations
    where id in (select "organizationId" from webhooks)`);
  const first = await countWaiting();
  const figures: Record<'alone' | 'beside', number[]> = { alone: [], beside: [] };
  // One after the other, so that what else the machine does is beside both. The first round warms up.
  for (const name of ['beside', 'alone', 'beside', 'beside', 'alone', 'alone', 'beside'] as const) {
    await setActive(name === 'beside');
    figures[name].push(await writes());
  }
  const left = await countWaiting();
  await client.end();
  receiver.close();
  receiver.closeAllConnections();
  const [alone, beside] = [figures.alone, figures.beside.slice(1)].map(
    (all) => all.reduce((sum, figure) => sum + figure, 0) / all.length,
  ) as [number, number];
  return {
    title: `Writes of another organization beside a backlog of ${owners * webhooksOfEach} webhooks`,
    columns: ['alone, writes/s', 'beside it', 'deliveries that wait, at first', 'at last'],
    rows: [[alone, beside, first, left].map(shown)],
    bars: [
      bar('writes beside the backlog, as a share', beside / alone, 'at least', 0.8),
      bar('deliveries that waited at the end of the measurement', left, 'at least', 1),
    ],
  };
}

/** Makes an organization with webhooks that are not active, and events that they want. */
async function addBacklog(place: PostgresPlace, url: string, number: number): Promise<void> {
  const id = await place.makeOrganization(`Backlog ${number}`);
  const [spaceId = ''] = await place.makeSpaces(id, 1);
  const paths: string[] = [];
  for (let n = 0; n < webhooksOfEach; n += 1) {
    const { webhook } = await place.ask('POST', `/v1/orgs/${id}/webhooks`, { url, types: ['space.*'] });
    paths.push(`/v1/orgs/${id}/webhooks/${webhook.id}`);
  }
  for (const path of paths) await place.ask('PATCH', path, { active: false });
  for (let n = 0; n < waitingEach; n += 1)
    await place.ask('PATCH', `/v1/spaces/${spaceId}`, { title: `Title ${number} ${n}` });
}
