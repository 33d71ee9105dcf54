import { expect, test } from 'vitest';
import { expectNoFindings } from './expect-no-findings.ts';
import { aSpaceIn } from './import-jobs.ts';
import { aMigratedDirectory, ask, startServerProcess, type ServerProcess } from './server-process.ts';
import { randomNumber } from '../setup/seed.ts';
import { allOr } from '../setup/size.ts';
import { until } from '../until.ts';

const rounds = allOr(2, 1);
const clients = 8;
/** Answers after which the edits begin, at a random one. */
const writesPerRound = allOr(120, 60);
/** Edits that are sent at once, of which a third is answered when the server is killed. */
const edits = Array.from({ length: allOr(12, 6) }, (_, at) => `Edit ${at}`);
/** A long text takes several steps, so that the edits are at different points. */
const paragraphs = allOr(200, 50);

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

/** Sends an edit with an Idempotency-Key. Null when the server ended before it answered. */
async function edit(server: ServerProcess, spaceId: string, title: string): Promise<number | null> {
  const markdown = `${title}\n\n${'A paragraph of *text* with a [link](https://octavo.test).\n\n'.repeat(paragraphs)}`;
  try {
    const { status } = await fetch(`${server.url}/v1/spaces/${spaceId}/content`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${server.token}`,
        'content-type': 'application/json',
        'idempotency-key': `${spaceId}-${title}`.replaceAll(' ', '-'),
      },
      body: JSON.stringify({ changes: [{ operation: 'insert_page', title, document: { markdown } }] }),
    });
    return status;
  } catch {
    return null;
  }
}

/** Sends the edits at once, kills the server after the first answers, and returns how many were answered. */
async function editUntilKilled(server: ServerProcess, spaceId: string): Promise<number> {
  let answered = 0;
  await Promise.all(
    edits.map(async (title) => {
      const status = await edit(server, spaceId, title);
      if (status !== null && (answered += 1) === edits.length / 3) server.child.kill('SIGKILL');
    }),
  );
  return answered;
}

async function titlesIn(server: ServerProcess, spaceId: string): Promise<string[]> {
  const { body } = await ask(server, `GET /v1/spaces/${spaceId}/content/pages`);
  return (body.pages as { title: string }[]).map(({ title }) => title).toSorted();
}

test('kill -9 in the middle of writes loses nothing that was acknowledged, and edits whose keys were taken are repeated at once and made once', async () => {
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
    const spaceId = await aSpaceIn(server);
    // Loads the process that reads texts, so that the edits are at different points when the server is killed.
    expect(await edit(server, spaceId, 'First')).toBe(200);
    const writers = Array.from({ length: clients }, () => writeUntilGone(server, organizationId, witness));
    const enough = witness.acknowledged + writesPerRound + randomNumber() * writesPerRound;
    let isOver = false;
    const ended = Promise.all(writers).finally(() => (isOver = true));
    await until(
      () => witness.acknowledged,
      (acknowledged) => isOver || acknowledged >= enough,
    );
    expect(await editUntilKilled(server, spaceId)).toBeLessThan(edits.length);
    expect(await server.ended).toBe('SIGKILL');
    await ended;
    await expectNoFindings(settings);
    server = { ...(await startServerProcess(settings)), token };
    expect(await Promise.all(edits.map((title) => edit(server, spaceId, title)))).toEqual(edits.map(() => 200));
    expect(await titlesIn(server, spaceId)).toEqual(['First', ...edits].toSorted());
    expect(await everythingIsThere(server, witness)).toEqual([]);
  }
  console.log(`crash: ${rounds} kills, ${witness.acknowledged} acknowledged writes, 0 lost`);
  expect(witness.acknowledged).toBeGreaterThan(writesPerRound * rounds);
  expect(await server.stop()).toBe(0);
  await expectNoFindings(settings);
  await directory.remove();
});
