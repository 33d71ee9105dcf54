import { expect, test } from 'vitest';
import { expectNoFindings } from './expect-no-findings.ts';
import { aMigratedDirectory, ask, startServerProcess, type ServerProcess } from './server-process.ts';
import { randomNumber } from '../setup/seed.ts';
import { allOr } from '../setup/size.ts';
import { until } from '../until.ts';

const rounds = allOr(2, 1);
const clients = 8;
/** The server is killed at a random moment after this number of answers. */
const writesPerRound = allOr(120, 60);

/** The acknowledged writes, which later reads must show. */
interface Witness {
  readonly spaces: Map<string, string>;
  /** Thread, by id, with its replies that were acknowledged. */
  readonly comments: Map<string, { readonly spaceId: string; readonly replies: Set<string> }>;
  acknowledged: number;
}

/** Creates, renames, comments and replies until the server is gone, and records every acknowledged write. */
async function writeUntilGone(server: ServerProcess, organizationId: string, witness: Witness): Promise<void> {
  const must = async (signature: string, body: unknown) => {
    const answer = await ask(server, signature, body);
    if (answer.status >= 300) throw new Error(`${signature} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    witness.acknowledged += 1;
    return answer.body as { id: string };
  };
  try {
    for (let turn = 0; ; turn += 1) {
      const { id } = await must(`POST /v1/orgs/${organizationId}/spaces`, { title: 'Draft' });
      witness.spaces.set(id, 'Draft');
      await must(`PATCH /v1/spaces/${id}`, { title: `Space ${turn}` });
      witness.spaces.set(id, `Space ${turn}`);
      const thread = await must(`POST /v1/spaces/${id}/comments`, { body: { markdown: 'Why?' } });
      const replies = new Set<string>();
      witness.comments.set(thread.id, { spaceId: id, replies });
      replies.add(
        (await must(`POST /v1/spaces/${id}/comments/${thread.id}/replies`, { body: { markdown: 'So.' } })).id,
      );
    }
  } catch (error) {
    if (!/fetch failed|terminated|socket/i.test(String(error))) throw error;
  }
}

async function everythingIsThere(server: ServerProcess, witness: Witness) {
  const lost: string[] = [];
  for (const [id, title] of witness.spaces) {
    const { status, body } = await ask(server, `GET /v1/spaces/${id}`);
    // The next title may have been written although its answer did not arrive.
    if (status !== 200 || (body.title !== title && title !== 'Draft')) lost.push(`${id} ${title}`);
  }
  for (const [id, { spaceId, replies }] of witness.comments) {
    const { status, body } = await ask(server, `GET /v1/spaces/${spaceId}/comments/${id}`);
    if (status !== 200 || body.replies < replies.size) lost.push(id);
    for (const reply of replies) {
      const found = await ask(server, `GET /v1/spaces/${spaceId}/comments/${id}/replies/${reply}`);
      if (found.status !== 200) lost.push(reply);
    }
  }
  return lost;
}

test('kill -9 in the middle of writes loses nothing that was acknowledged', async () => {
  const directory = await aMigratedDirectory();
  const settings = {
    DATA_DIR: directory.path,
    LOG_LEVEL: 'warn',
    RATE_LIMIT_PER_MINUTE: '1000000',
    MAX_IN_FLIGHT_PER_USER: '100',
  };
  const witness: Witness = { spaces: new Map(), comments: new Map(), acknowledged: 0 };
  let server = await startServerProcess(settings);
  const { token } = server;
  const organizationId = (await ask(server, 'GET /v1/orgs')).body.items[0].id as string;
  for (let round = 0; round < rounds; round += 1) {
    const writers = Array.from({ length: clients }, () => writeUntilGone(server, organizationId, witness));
    const enough = witness.acknowledged + writesPerRound + randomNumber() * writesPerRound;
    let isOver = false;
    const ended = Promise.all(writers).finally(() => (isOver = true));
    await until(
      () => witness.acknowledged,
      (acknowledged) => isOver || acknowledged >= enough,
    );
    expect(await server.stop('SIGKILL')).toBe('SIGKILL');
    await ended;
    await expectNoFindings(settings);
    server = { ...(await startServerProcess(settings)), token };
    expect(await everythingIsThere(server, witness)).toEqual([]);
  }
  console.log(`crash: ${rounds} kills, ${witness.acknowledged} acknowledged writes, 0 lost`);
  expect(witness.acknowledged).toBeGreaterThan(writesPerRound * rounds);
  expect(await server.stop()).toBe(0);
  await directory.remove();
});
