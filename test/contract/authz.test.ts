import type { Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scopes } from '../../src/access/scopes.ts';
import { eventTypes, type EventType } from '../../src/domain/core/events/catalogue.ts';
import { eventsOfOperations } from '../../scripts/rest/openapi/events-of-operations.ts';
import { anOrganization } from '../factories.ts';
import { startServer, type Caller, type Harness } from '../harness.ts';
import { allOrOne } from '../setup/size.ts';
import { ask, askRest, facesOf, isServed, operationIdOf } from './authz-faces.ts';
import { requestOf, type TriedRequest } from './authz-requests.ts';
import {
  aDocumentServer,
  aGround,
  aStage,
  aWorld,
  placeOf,
  principals,
  type Principal,
  type Stage,
  type World,
} from './authz-world.ts';
import { authzRows, signatureOf, type AuthzRow } from '../../scripts/rest/access/rows.ts';

let server: Harness;
let elsewhere: string;
let documents: { url: string; server: Server };
beforeAll(async () => {
  server = await startServer();
  documents = await aDocumentServer();
  ({ id: elsewhere } = await anOrganization(server));
});
afterAll(() => void documents.server.close());

const rows = authzRows.filter(isServed);

const expectedOf = (row: AuthzRow, who: Principal) => {
  const cell = who === 'outsider' ? row.outsider : (row.cells[who] ?? '');
  return cell.startsWith('✓') ? 200 : Number(cell.slice(0, 3));
};

/**
 * The callers of a row over REST. Each that changes something needs an organization of its own, so of those the lowest role that may
 * do so is always tried, and the others take turns over the rows.
 */
const triedOver = (row: AuthzRow, turn: number): readonly Principal[] => {
  const changing = principals.filter((who) => row.method !== 'GET' && expectedOf(row, who) === 200);
  const tried = new Set([...changing.slice(0, 1), ...allOrOne(changing.slice(1), turn)]);
  return principals.filter((who) => !changing.includes(who) || tried.has(who));
};

interface Attempt {
  readonly caller: Caller;
  readonly request: TriedRequest;
}

// One token of each kind serves all rows.
const tokens = new Map<string, Promise<Caller>>();
const tokenOf = (userId: string, limits: Parameters<Harness['as']>[1]) => {
  const key = JSON.stringify([userId, limits]);
  if (!tokens.has(key)) tokens.set(key, server.as(userId, limits));
  return tokens.get(key)!;
};

/** Tokens that allow less than their user may do. */
const tokenKinds = ['narrow', 'foreign'] as const;

/** Whether a row is about something in an organization. */
const isInOrganization = ({ level, see }: AuthzRow) => level !== 'self' && level !== 'any' && see !== 'self';

/** Operations whose request in `requestOf` leaves everything as it was, or starts a job that makes the change. */
const changesNothing = (row: AuthzRow) => quietOperations.has(operationIdOf(row));
const quietOperations = new Set([
  'createApiToken',
  'importContent',
  'importGitRepository',
  'exportToGitRepository',
  'importContentInChangeRequest',
  'importOrganization',
  'joinOrganization',
  'joinOrganizationWithInvite',
  'moveSiteSection',
  'refreshOpenAPISpecBySlug',
  'rollbackSpaceToRevision',
  'unpublishSite',
  'updateChangeRequest',
  'updateOpenAPISpecBySlug',
  'updateOrganizationById',
  'updateTranslatedSpace',
]);

/** Operations for callers without a token need no scope. */
const isOpen = (row: AuthzRow) => row.scope === 'none';

const aRow = async (row: AuthzRow) => {
  const stage = await aStage(server, row);
  return { stage, ground: await aGround(stage) };
};

// Rows that read leave their organization as it was.
const readable = new Map<string, ReturnType<typeof aRow>>();
const grounded = (row: AuthzRow) => {
  if (row.method !== 'GET') return aRow(row);
  const place = placeOf(row);
  if (!readable.has(place)) readable.set(place, aRow(row));
  return readable.get(place)!;
};

describe.each(rows)('$method $path', (row) => {
  const signature = signatureOf(row);
  let stage: Stage;
  let ground: (who: Principal) => World;
  beforeAll(async () => {
    ({ stage, ground } = await grounded(row));
  });

  const requestIn = (world: World) => requestOf(signature, row.path, world, documents.url);

  // A request that reads or is refused leaves everything as it was, so all of a caller can be the same one. It is that of all
  // callers where it does not matter who made what they read.
  const isSame = row.method === 'GET' && row.condition === '' && row.level !== 'self';
  const repeatable = new Map<Principal | 'all', Promise<TriedRequest>>();
  const attempt = async (who: Principal, expected: number): Promise<Attempt> => {
    const changes = row.method !== 'GET' && expected === 200;
    const world = changes ? await aWorld(stage, who) : ground(who);
    if (changes) return { caller: world.principal, request: await requestIn(world) };
    const key = isSame ? 'all' : who;
    if (!repeatable.has(key)) repeatable.set(key, requestIn(world));
    return { caller: world.principal, request: await repeatable.get(key)! };
  };

  it.skipIf(!isInOrganization(row))(
    `${signature} refuses an admin who has not signed in by the SSO that the organization requires`,
    async () => {
      const { request } = await attempt('admin', 403);
      expect(await ask('REST', row, stage.unsigned, request)).toBe(403);
    },
  );

  describe.each(facesOf(row))('over %s', (face) => {
    // GraphQL and the tools of assistants run into the same rules, so the roles take turns over their rows, and so do the two kinds of tokens.
    const turn = rows.indexOf(row);
    const callers = face === 'REST' ? triedOver(row, turn) : allOrOne(principals, turn);
    const tokensTried = face === 'REST' ? tokenKinds : allOrOne(tokenKinds, turn);
    it.each(callers)(`${signature} over ${face} answers a caller of role %s as the matrix says`, async (who) => {
      const expected = expectedOf(row, who);
      const { caller, request } = await attempt(who, expected);
      expect(await ask(face, row, caller, request)).toBe(expected);
    });

    if (face === 'REST' && row.method !== 'GET' && expectedOf(row, 'admin') === 200)
      it(`${signature} emits the events that the table names for it`, async () => {
        const { caller, request } = await attempt('admin', 200);
        const { requestId } = await askRest(row, caller, request);
        const events = await server.platform.db.prisma.event.findMany({ where: { requestId } });
        for (const { type, data } of events) expect(eventTypes[type as EventType].data.parse(data)).toEqual(data);
        const possible = eventsOfOperations[operationIdOf(row)] ?? [];
        expect(possible).toEqual(expect.arrayContaining(events.map(({ type }) => type)));
        expect(events.length > 0, 'whether it has emitted any').toBe(possible.length > 0 && !changesNothing(row));
      });

    it.each(tokensTried.filter((kind) => kind === 'narrow' && !isOpen(row)))(
      `${signature} over ${face} answers 403 to an admin with a %s token, which lacks the scope ${row.scope}`,
      async () => {
        const { caller, request } = await attempt('admin', 403);
        const narrow = await tokenOf(caller.userId, { scopes: scopes.filter((scope) => scope !== row.scope) });
        expect(await ask(face, row, narrow, request)).toBe(403);
      },
    );

    it.each(tokensTried.filter((kind) => kind === 'foreign' && isInOrganization(row)))(
      `${signature} over ${face} answers 404 to an admin with a %s token, which is of another organization`,
      async () => {
        const { caller, request } = await attempt('admin', 404);
        const pinned = await tokenOf(caller.userId, { organizationId: elsewhere });
        expect(await ask(face, row, pinned, request)).toBe(404);
      },
    );
  });
});

it.each(rows.filter((row) => !isOpen(row)))('$method $path answers 401 without a token', async (row) => {
  const { status } = await server.call(`${row.method} ${row.path.replaceAll(/\{\w+\}/g, 'x')}`, {});
  expect(status).toBe(401);
});

it.each(rows.filter(isOpen))('$method $path needs no token', async (row) => {
  const { status } = await server.call(`${row.method} ${row.path}`, {});
  // Without a body there is nothing to refuse.
  expect(status).toBe(row.path === '/v1/sign-ins/passkey/options' ? 200 : 400);
});
