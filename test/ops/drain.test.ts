import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { Agent, request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aMigratedDatabase, type MigratedDatabase } from './migrated-database.ts';
import { ask, startServerProcess, type ServerProcess } from './server-process.ts';
import { randomNumber } from '../setup/seed.ts';
import { allOr } from '../setup/size.ts';
import { until } from '../until.ts';

const rounds = allOr(5, 1);
const connections = 16;

interface Tally {
  answered: number;
  /** Connections that were refused because the server no longer listened. */
  refused: number;
  /** New connections that were reset, by their local ports. */
  readonly resetPorts: number[];
  /** Other unexpected results. */
  readonly wrong: string[];
}

/** Writes the ports of the clients whose connections the server has accepted to a file when the process ends. */
const recordAccepted = (path: string) => `
  import { Server } from 'node:http';
  import { writeFileSync } from 'node:fs';
  const ports = [];
  const { emit } = Server.prototype;
  Server.prototype.emit = function (event, ...args) {
    if (event === 'connection') ports.push(args[0].remotePort);
    return emit.call(this, event, ...args);
  };
  process.on('exit', () => writeFileSync(${JSON.stringify(path)}, JSON.stringify(ports)));`;

/** Sends requests, over one kept connection or a new one for each, until the server accepts no more. */
async function load(server: ServerProcess, tally: Tally, keepAlive: boolean) {
  const agent = new Agent({ keepAlive, maxSockets: 1 });
  for (;;) {
    const outcome = await one(server, agent);
    if (outcome === 200) tally.answered += 1;
    else if (outcome === 'refused') tally.refused += 1;
    else if (typeof outcome === 'object') tally.resetPorts.push(outcome.resetPort);
    else tally.wrong.push(String(outcome));
    if (outcome !== 200) break;
  }
  agent.destroy();
}

type Outcome = number | string | { readonly resetPort: number };

function one(server: ServerProcess, agent: Agent): Promise<Outcome> {
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
    let port = 0;
    request.once('socket', (socket) => {
      port = socket.localPort ?? 0;
      socket.once('connect', () => (port = socket.localPort ?? 0));
    });
    request.on('error', ({ code }: NodeJS.ErrnoException) => {
      const isReset = code === 'ECONNRESET' && !request.reusedSocket;
      if (code === 'ECONNREFUSED') resolve('refused');
      else resolve(isReset ? { resetPort: port } : `${code} on a ${request.reusedSocket ? 'kept' : 'new'} connection`);
    });
    request.end();
  });
}

/**
 * Sends half of a request body, and the rest when the server is stopping. `isRead` resolves when the server has read the
 * head of the request, `outcome` with the status.
 */
function sendInHalves(server: ServerProcess, stopping: Promise<void>) {
  const body = Buffer.from(JSON.stringify({ query: `{ viewer { id } } #${'x'.repeat(1_000)}` }));
  const request = httpRequest(`${server.url}/graphql`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${server.token}`,
      'content-type': 'application/json',
      'content-length': body.length,
      expect: '100-continue',
    },
  });
  const isRead = once(request, 'continue');
  const outcome = new Promise<Outcome>((resolve) => {
    request.on('response', (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0));
    });
    request.on('error', (error) => resolve(`a request that is being read: ${error.message}`));
  });
  void isRead.then(() => request.write(body.subarray(0, 500)));
  void stopping.then(() => request.end(body.subarray(500)));
  return { isRead, outcome };
}

describe('SIGTERM', { timeout: 300_000 + rounds * 60_000 }, () => {
  let database: MigratedDatabase;
  let settings: Record<string, string>;
  /** The token that the first start prints. */
  let token = '';
  beforeAll(async () => {
    database = await aMigratedDatabase();
    settings = {
      ...database.settings,
      LOG_LEVEL: 'warn',
      RATE_LIMIT_PER_MINUTE: '1000000',
      MAX_IN_FLIGHT_PER_USER: '100',
    };
  });
  afterAll(() => database.remove());

  const start = async (more: Record<string, string> = {}, flags: readonly string[] = []) => {
    const server = await startServerProcess({ ...settings, ...more }, flags);
    token ||= server.token;
    return { ...server, token };
  };

  test('under load cuts off no accepted request', async () => {
    const tally: Tally = { answered: 0, refused: 0, resetPorts: [], wrong: [] };
    const accepted = join(database.path, 'accepted.json');
    const flags = ['--import', `data:text/javascript,${encodeURIComponent(recordAccepted(accepted))}`];
    let unaccepted = 0;
    for (let round = 0; round < rounds; round += 1) {
      const server = await start({ DRAIN_DELAY_MS: '50' }, flags);
      const loads = Array.from({ length: connections }, (_, at) => load(server, tally, at % 2 === 0));
      // Another number of answers each round, so that the signal meets requests at different points.
      const enough = tally.answered + (2 + randomNumber()) * connections;
      await until(
        () => tally,
        ({ answered, wrong }) => answered >= enough || wrong.length > 0,
      );
      let stop = () => {};
      const stopping = new Promise<void>((resolve) => (stop = resolve));
      const halved = sendInHalves(server, stopping);
      await halved.isRead;
      server.child.kill('SIGTERM');
      // Each load ends when the server accepts no more.
      await Promise.all(loads);
      stop();
      expect(await halved.outcome).toBe(200);
      expect(await server.ended).toBe(0);
      const ports = new Set(JSON.parse(await readFile(accepted, 'utf8')) as number[]);
      const reset = tally.resetPorts.splice(0);
      unaccepted += reset.filter((port) => !ports.has(port)).length;
      tally.wrong.push(...reset.filter((port) => ports.has(port)).map(() => 'reset of an accepted connection'));
    }
    console.log(
      `drain: ${rounds} SIGTERMs, ${tally.answered} answered, ${tally.refused} refused, ${unaccepted} reset before they were accepted, ${tally.wrong.length} cut`,
    );
    expect(tally.wrong).toEqual([]);
    expect(tally.answered).toBeGreaterThan(rounds * connections);
  });

  test('is reported by /readyz while requests are still accepted, and a second one ends the process with exit code 1', async () => {
    const server = await start({ DRAIN_DELAY_MS: '600000' });
    await until(
      () => ask(server, 'GET /readyz'),
      ({ status }) => status === 200,
    );
    server.child.kill('SIGTERM');
    const draining = await until(
      () => ask(server, 'GET /readyz'),
      ({ status }) => status === 503,
    );
    expect(draining.body).toEqual({ status: 'unavailable', reasons: ['draining'] });
    const answer = await fetch(`${server.url}/v1/user`, { headers: { authorization: `Bearer ${token}` } });
    expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close']);
    expect((await ask(server, 'GET /healthz')).status).toBe(200);
    // A signal that follows at once is the same one, sent twice.
    const again = setInterval(() => server.child.kill('SIGTERM'), 100);
    expect(await server.ended).toBe(1);
    clearInterval(again);
  });

  test('an uncaught exception is logged and ends the process with exit code 1 after a clean shutdown', async () => {
    const fault = 'process.on("SIGUSR2", () => void Promise.reject(new Error("planted for ocu_0123456789abcdef")))';
    const flags = ['--import', `data:text/javascript,${encodeURIComponent(fault)}`];
    const server = await start({ LOG_LEVEL: 'info' }, flags);
    server.child.kill('SIGUSR2');
    expect(await server.ended).toBe(1);
    const lines = server.output.out.split('\n').filter((line) => line.startsWith('{'));
    const fatal = lines.map((line) => JSON.parse(line) as { level: string; err?: { message: string } });
    expect(fatal.find(({ level }) => level === 'fatal')?.err?.message).toBe('planted for ocu_***');
    expect(fatal.at(-1)).toMatchObject({ msg: 'stopped' });
  });
});
