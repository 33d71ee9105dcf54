import { beforeAll, describe, expect, it } from 'vitest';
import { createDocuments } from '../../src/engine/documents.ts';
import { schema } from '../../src/schema/index.ts';
import { limitsOf } from '../../src/engine/limits/limits.ts';
import { aSpace, anOrganization } from '../factories.ts';
import type { Caller, Harness } from '../harness.ts';
import { startServer } from '../harness.ts';
import { bombs, type Bomb } from './bombs.ts';
import { legitimate, type Known } from './legitimate.ts';
import { allOrEvery } from '../setup/size.ts';

/** Processor time, of which a busy machine takes several times as much. What is not refused takes minutes. */
const longestMs = 1_000;

let server: Harness;
let ada: Caller;
let known: Known;
beforeAll(async () => {
  server = await startServer();
  const { id, owner } = await anOrganization(server);
  ada = owner;
  known = { userId: owner.userId, organizationId: id, spaceId: (await aSpace(server, id)).id };
  await send({ query: '{ viewer { id organizations { count } } }' });
});

const send = (body: object) =>
  server.app.inject({
    method: 'POST',
    url: '/graphql',
    headers: {
      authorization: `Bearer ${ada.secret}`,
      'content-type': 'application/json',
      accept: 'application/graphql-response+json',
    },
    payload: stringify(body),
  });

describe('bombs', () => {
  it.each([
    ['{ nodes(ids: ', '['],
    ['{ node(id: ', '{a:'],
    ['query ($a: ', '['],
    ['', '{viewer'],
  ])('documents nested beyond the stack are refused as too deep: %s%s', (start, opening) => {
    const limits = { ...limitsOf(server.platform.services.config), tokens: 10_000_000 };
    const documents = createDocuments({ schema, limits, introspection: true });
    const prepared = documents(start + opening.repeat(300_000), null);
    expect(prepared).toMatchObject({ kind: 'limit', failure: { type: 'query_too_complex' } });
  });

  it('the expected number of expensive documents is tested', () => {
    expect(bombs.length).toBeGreaterThanOrEqual(60);
    expect(new Set(bombs.map(({ name }) => name)).size).toBe(bombs.length);
  });

  it.each(bombs.map((bomb) => [bomb.name, bomb] as const))(
    'the expensive document "%s" is refused at once',
    async (_name, { body, code }) => {
      const { status, answer, tookMs, statements } = await refusalOf(body);
      expect(answer.errors[0]?.extensions).toMatchObject({ code, status });
      expect(status).toBe(code === 'PAYLOAD_TOO_LARGE' ? 413 : 400);
      expect(answer).not.toHaveProperty('data');
      expect(JSON.stringify(answer).length).toBeLessThan(10_000);
      // Only the statement that reads the token.
      expect(statements.filter((text) => !text.includes('api_tokens'))).toEqual([]);
      expect(tookMs).toBeLessThan(longestMs);
    },
  );

  const nested = (levels: number): string => (levels === 0 ? '{ id }' : `{ pages ${nested(levels - 1)} }`);

  it.each([
    [
      'nested lists that are not paged',
      `query ($id: ID!) { space(id: $id) { content { tree ${nested(4)} } } }`,
      /in `space\.content\.tree.*ask for fewer levels; `pages` of a revision lists a whole tree$/,
    ],
    [
      'paged lists',
      '{ viewer { organizations(first: 1000) { edges { node { spaces(first: 1000) { edges { node { id } } } } } } } }',
      /ask for smaller pages \(`first`\)$/,
    ],
  ])('the refusal of %s says what to ask for instead', async (_name, query, hint) => {
    const { answer } = await refusalOf({ query, variables: { id: known.spaceId } });
    expect(answer.errors[0]).toMatchObject({
      message: expect.stringMatching(hint),
      extensions: { code: 'QUERY_TOO_COMPLEX' },
    });
  });

  it('a flood of expensive documents retains no memory', async () => {
    const { gc } = globalThis as { gc?: () => void };
    gc?.();
    const before = process.memoryUsage().rss;
    for (const { body } of bombs) await send(body);
    gc?.();
    expect(process.memoryUsage().rss - before).toBeLessThan(50 * 1_048_576);
  });
});

interface Answer {
  readonly data?: unknown;
  readonly errors: ReadonlyArray<{ readonly message: string; readonly extensions: { readonly code: string } }>;
}

/** The best of three runs, because garbage may be collected in one. */
async function refusalOf(body: Bomb['body']) {
  const times: number[] = [];
  let last: { status: number; answer: Answer; statements: string[] } | undefined;
  for (let run = 0; run < 3; run += 1) {
    await server.statements.reset();
    const start = process.cpuUsage();
    const response = await send(body);
    const { user, system } = process.cpuUsage(start);
    times.push((user + system) / 1_000);
    last = {
      status: response.statusCode,
      answer: JSON.parse(response.body) as Answer,
      statements: [...server.statements.texts],
    };
  }
  if (!last) throw new Error('No run');
  return { ...last, tookMs: Math.min(...times) };
}

/** Like JSON.stringify, which overflows the stack for the deepest documents. */
function stringify(body: object): string {
  try {
    return JSON.stringify(body);
  } catch {
    const { query } = body as { query: string };
    return `{"query":${JSON.stringify(query)},"variables":{"v":${'['.repeat(50_000)}${']'.repeat(50_000)}}}`;
  }
}

describe('legitimate documents', () => {
  it('get the same data interpreted and compiled', async () => {
    const documents = legitimate(known);
    expect(documents.length).toBeGreaterThanOrEqual(40);
    for (const [query, { operationName, ...variables } = {}] of allOrEvery(3, documents, 0)) {
      const answers: unknown[] = [];
      for (let run = 0; run < 3; run += 1) {
        const response = await send({ query, variables, operationName });
        expect([query, response.statusCode]).toEqual([query, 200]);
        const answer = JSON.parse(response.body) as Answer;
        expect([query, answer.errors]).toEqual([query, undefined]);
        answers.push(answer.data);
      }
      if (query.includes('createSpace')) continue;
      expect([query, answers[1], answers[2]]).toEqual([query, answers[0], answers[0]]);
    }
  });
});
