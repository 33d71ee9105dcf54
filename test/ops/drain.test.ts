import { Agent, request as httpRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aMigratedDirectory, ask, startServerProcess, type ServerProcess } from './server-process.ts';

const rounds = Number(process.env['DRAIN_ROUNDS'] ?? 5);
const connections = 16;

interface Tally {
  answered: number;
  /** Connections that were refused because the server no longer listened. */
  refused: number;
  /** Other unexpected results. */
  readonly wrong: string[];
}

/** Sends requests over kept-alive connections until the server accepts no more. */
async function load(server: ServerProcess, tally: Tally, isOver: () => boolean) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  while (!isOver()) {
    const outcome = await one(server, agent);
    if (outcome === 200) tally.answered += 1;
    else if (outcome === 'refused') tally.refused += 1;
    else tally.wrong.push(String(outcome));
    if (outcome !== 200) break;
  }
  agent.destroy();
}

function one(server: ServerProcess, agent: Agent): Promise<number | string> {
  return new Promise((resolve) => {
    const request = httpRequest(`${server.url}/v1/user`, {
      agent,
      headers: { authorization: `Bearer ${server.token}` },
    });
    request.on('response', (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
      response.on('error', (error) => resolve(`response: ${error.message}`));
    });
    request.on('error', (error: NodeJS.ErrnoException) => {
      // The kernel resets connections that were not accepted before the server stopped listening.
      const isNew = !request.reusedSocket && (error.code === 'ECONNREFUSED' || error.code === 'ECONNRESET');
      resolve(isNew ? 'refused' : `${error.code} on a ${request.reusedSocket ? 'kept' : 'new'} connection`);
    });
    request.end();
  });
}

describe('SIGTERM', { timeout: 120_000 + rounds * 30_000 }, () => {
  let directory: Awaited<ReturnType<typeof aMigratedDirectory>>;
  let settings: Record<string, string>;
  let token: string;
  beforeAll(async () => {
    directory = await aMigratedDirectory();
    settings = {
      DATA_DIR: directory.path,
      LOG_LEVEL: 'warn',
      RATE_LIMIT_PER_MINUTE: '1000000',
      MAX_IN_FLIGHT_PER_USER: '100',
    };
    const server = await startServerProcess(settings);
    token = server.token;
    await server.stop();
  }, 120_000);
  afterAll(() => directory.remove());

  const startAgain = async (more: Record<string, string> = {}) => ({
    ...(await startServerProcess({ ...settings, ...more })),
    token,
  });

  test('SIGTERM under load cuts off no accepted request', async () => {
    const tally: Tally = { answered: 0, refused: 0, wrong: [] };
    for (let round = 0; round < rounds; round += 1) {
      const server = await startAgain();
      let isOver = false;
      const loads = Array.from({ length: connections }, () => load(server, tally, () => isOver));
      const enough = tally.answered + 2 * connections;
      while (tally.answered < enough && tally.wrong.length === 0) await sleep(20);
      await sleep(Math.random() * 200);
      expect(await server.stop()).toBe(0);
      isOver = true;
      await Promise.all(loads);
    }
    console.log(
      `drain: ${rounds} SIGTERMs, ${tally.answered} answered, ${tally.refused} refused, ${tally.wrong.length} cut`,
    );
    expect(tally.wrong).toEqual([]);
    expect(tally.answered).toBeGreaterThan(rounds * connections);
  });

  test('/readyz reports SIGTERM while requests are still accepted', async () => {
    const server = await startAgain({ DRAIN_DELAY_MS: '1500' });
    expect((await ask(server, 'GET /readyz')).status).toBe(200);
    server.child.kill('SIGTERM');
    const draining = await until(
      () => ask(server, 'GET /readyz'),
      ({ status }) => status === 503,
    );
    expect(draining.body).toEqual({ status: 'unavailable', reasons: ['draining'] });
    const answer = await fetch(`${server.url}/v1/user`, { headers: { authorization: `Bearer ${token}` } });
    expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close']);
    expect((await ask(server, 'GET /healthz')).status).toBe(200);
    expect(await server.ended).toBe(0);
  });

  test('a second SIGTERM ends the process with exit code 1', async () => {
    const server = await startAgain({ DRAIN_DELAY_MS: '60000' });
    server.child.kill('SIGTERM');
    await until(
      () => ask(server, 'GET /readyz'),
      ({ status }) => status === 503,
    );
    await sleep(1_100);
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(1);
  });

  test('an uncaught exception is logged and ends the process with exit code 1 after a clean shutdown', async () => {
    const fault = 'process.on("SIGUSR2", () => void Promise.reject(new Error("planted for ocu_0123456789abcdef")))';
    const flags = ['--import', `data:text/javascript,${encodeURIComponent(fault)}`];
    const server = await startServerProcess({ ...settings, LOG_LEVEL: 'info' }, flags);
    server.child.kill('SIGUSR2');
    expect(await server.ended).toBe(1);
    const lines = server.output.out.split('\n').filter((line) => line.startsWith('{'));
    const fatal = lines.map((line) => JSON.parse(line) as { level: string; err?: { message: string } });
    expect(fatal.find(({ level }) => level === 'fatal')?.err?.message).toBe('planted for ocu_***');
    expect(fatal.at(-1)).toMatchObject({ msg: 'stopped' });
  });
});

async function until<Result>(look: () => Promise<Result>, isRight: (result: Result) => boolean): Promise<Result> {
  for (;;) {
    const result = await look();
    if (isRight(result)) return result;
    await sleep(20);
  }
}
