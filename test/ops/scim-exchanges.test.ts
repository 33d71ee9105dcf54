import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aMigratedDatabase, type MigratedDatabase } from './migrated-database.ts';
import { ask, startServerProcess, type ServerProcess } from './server-process.ts';

/** A request of a provider, as its documentation and its logs have it, with what it may be answered the first time and later. */
interface Request {
  readonly send: string;
  readonly body?: unknown;
  readonly answers: readonly number[];
  /** What later requests call the id in the answer, and the request that finds it where it exists already. */
  readonly names?: string;
  readonly by?: string;
}

const exchangeOf = (name: string) =>
  JSON.parse(readFileSync(new URL(`../data/scim/${name}.json`, import.meta.url), 'utf8')) as readonly Request[];

let database: MigratedDatabase;
let started: readonly ServerProcess[];
/** The processes by turns, with the token of the first start. */
let servers: readonly ServerProcess[];
beforeAll(async () => {
  database = await aMigratedDatabase();
  const settings: Readonly<Record<string, string>> = { ...database.settings, LOG_LEVEL: 'warn' };
  const first = await startServerProcess(settings);
  // One process opens the embedded database.
  const others = settings['DATABASE_URL'] === undefined ? [] : [await startServerProcess(settings)];
  started = [first, ...others];
  servers = started.map((server) => ({ ...server, token: first.token }));
});
afterAll(async () => {
  await Promise.all(started.map((server) => server.stop()));
  await database.remove();
});

interface Company {
  readonly id: string;
  readonly domain: string;
  /** Sends a request to one of the processes. */
  send(turn: number, signature: string, body?: unknown): Promise<{ status: number; body: any }>;
}

let companies = 0;

/** An organization with a provider that provisions people. */
async function aCompany(): Promise<Company> {
  const [first] = servers;
  if (!first) throw new Error('No server runs');
  const domain = `company${(companies += 1)}.test`;
  const { id } = (await ask(first, 'POST /v1/orgs', { title: domain })).body;
  const settings = { label: 'Company', issuer: 'https://idp.test', clientId: 'octavo' };
  const { id: provider } = (await ask(first, `POST /v1/orgs/${id}/oidc`, settings)).body;
  const { token } = (await ask(first, `POST /v1/orgs/${id}/providers/${provider}/scim`)).body;
  return {
    id,
    domain,
    send: (turn, signature, body) => {
      const { url } = servers[turn % servers.length] ?? first;
      return ask({ url, token }, signature.replace(/ /, ` /scim/v2/${provider}/`), body);
    },
  };
}

/** Sends an exchange, by turns to the processes when there are several, and checks each answer. */
async function play(company: Company, exchange: readonly Request[], turns: (index: number) => number) {
  const names: Record<string, string> = { domain: company.domain, random: 'c5e7a1f0-0000-4000-8000-000000000000' };
  const filled = (text: string) => text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => names[name] ?? whole);
  for (const [index, { send, body, answers, names: name, by }] of exchange.entries()) {
    const sent = body === undefined ? undefined : JSON.parse(filled(JSON.stringify(body)));
    const answer = await company.send(turns(index), filled(send), sent);
    expect([send, answers], JSON.stringify(answer)).toEqual([send, expect.arrayContaining([answer.status])]);
    if (name === undefined || by === undefined) continue;
    const known =
      answer.status === 409 ? (await company.send(turns(index), filled(by))).body.Resources[0] : answer.body;
    names[name] = known.id;
  }
}

/** What there is afterwards, without what differs between companies. */
async function stateOf(company: Company) {
  const [first] = servers;
  if (!first) throw new Error('No server runs');
  const users = (await company.send(0, 'GET Users?count=100')).body.Resources;
  const nameOf = (id: string) => users.find((user: any) => user.id === id)?.userName;
  const listed = (await company.send(0, 'GET Groups?count=100')).body.Resources;
  const groups = await Promise.all(listed.map(async ({ id }: any) => (await company.send(0, `GET Groups/${id}`)).body));
  const members = (await ask(first, `GET /v1/orgs/${company.id}/members?limit=50`)).body.items;
  const state = {
    users: users.map(({ userName, externalId, active, displayName, emails }: any) => ({
      userName,
      externalId,
      active,
      displayName,
      emails: emails.map(({ value }: any) => value),
    })),
    groups: groups.map(({ displayName, externalId, members: within = [] }: any) => ({
      displayName,
      externalId,
      members: within.map(({ value }: any) => nameOf(value)).toSorted(),
    })),
    members: members.map(({ role, disabled, user }: any) => `${user.displayName} ${role} ${disabled}`).toSorted(),
  };
  return JSON.parse(JSON.stringify(state).replaceAll(company.domain, 'company.test'));
}

describe('what identity providers send', () => {
  it.each(['entra', 'okta'])('%s: makes the same when it is sent once, twice, and to two processes', async (name) => {
    const exchange = exchangeOf(name);
    const [once, twice, byTurns] = [await aCompany(), await aCompany(), await aCompany()];
    await play(once, exchange, () => 0);
    const state = await stateOf(once);
    expect(state.users.map(({ userName, active }: any) => [userName, active])).toEqual([
      ['ada@company.test', true],
      ['grace@company.test', true],
    ]);
    expect(state.groups).toHaveLength(1);
    expect(state.groups[0].members).toEqual(
      name === 'entra' ? ['ada@company.test'] : ['ada@company.test', 'grace@company.test'],
    );
    await play(twice, exchange, () => 0);
    await play(twice, exchange, () => 0);
    expect(await stateOf(twice)).toEqual(state);
    await play(byTurns, exchange, (index) => index);
    await play(byTurns, exchange, (index) => index + 1);
    expect(await stateOf(byTurns)).toEqual(state);
  });
});
