import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { integrationScopes, scopesOfIntegration } from '../../src/access/integration-scopes.ts';
import { issueToken } from '../../src/domain/people/tokens/issue.ts';
import { anInstallation, anIntegration, anOrganization } from '../factories.ts';
import { startServer, type Harness } from '../harness.ts';
import { allOrEvery } from '../setup/size.ts';
import { ask, facesOf, isServed } from './authz-faces.ts';
import { requestOf } from './authz-requests.ts';
import { aDocumentServer, aStage, aWorld, placeOf, type Stage, type World } from './authz-world.ts';
import { authzRows, signatureOf, type AuthzRow } from '../../scripts/rest/access/rows.ts';

let server: Harness;
/** An integration of an organization of its own. */
let integration: { id: string; name: string; userId: string };
let owner: string;
let documents: Awaited<ReturnType<typeof aDocumentServer>>;
beforeAll(async () => {
  server = await startServer();
  documents = await aDocumentServer();
  ({ id: owner } = await anOrganization(server));
  integration = await anIntegration(server, owner, { scopes: [...integrationScopes] });
});

afterAll(() => void documents.server.close());

const rows = authzRows.filter(isServed);

type Kind = 'integration' | 'installation';

/** A token of the integration, or of its installation with all scopes for all spaces of the organization. */
async function secretOf(kind: Kind, organizationId: string): Promise<string> {
  const { db, services } = server.platform;
  const chosen = { spaceSelection: 'all', scopes: [...integrationScopes] };
  const of =
    kind === 'integration'
      ? { integrationId: integration.id, organizationId: owner }
      : { installationId: (await anInstallation(server, integration.id, organizationId, chosen)).id, organizationId };
  const made = { userId: integration.userId, kind, name: 'x', scopes: [], expiresAt: null, ...of };
  return (await issueToken({ db: db.prisma, newId: services.newId, now: services.now }, made)).secret;
}

interface Ground {
  readonly stage: Stage;
  /** With the token of the caller. */
  readonly headers: Readonly<Record<string, string>>;
}

async function aGround(row: AuthzRow, kind: Kind): Promise<Ground> {
  const stage = await aStage(server, row);
  return { stage, headers: { authorization: `Bearer ${await secretOf(kind, stage.organizationId)}` } };
}

// What reads or is refused leaves the organization as it was, so all of it can be asked in the same one.
const repeatable = new Map<Kind, Promise<Ground>>();
const groundOf = (row: AuthzRow, kind: Kind) => {
  if (row.method !== 'GET' && allows(row, kind)) return aGround(row, kind);
  if (!repeatable.has(kind)) repeatable.set(kind, aGround(row, kind));
  return repeatable.get(kind)!;
};

// So can what only reads be about the same space and collection.
const readable = new Map<string, Promise<World>>();
const worldOf = (stage: Stage, row: AuthzRow, kind: Kind) => {
  if (row.method !== 'GET') return aWorld({ ...stage, row }, 'admin');
  const key = `${kind} ${placeOf(row)}`;
  if (!readable.has(key)) readable.set(key, aWorld({ ...stage, row }, 'admin'));
  return readable.get(key)!;
};

/**
 * What the matrix says of these callers. Without the scope an operation is refused. An installation has the role `create`
 * on spaces; elsewhere both are guests of their organization, and the integration is an outsider of every other one. What
 * has an author is theirs, so conditions on the author are fulfilled.
 */
function allows(row: AuthzRow, kind: Kind): boolean {
  // Operations without a token are open to every caller.
  if (row.scope === 'none') return true;
  if (!scopesOfIntegration(kind === 'installation' ? integrationScopes : []).has(row.scope as never)) return false;
  // Only members have a last visit.
  if (row.path.endsWith('/ping')) return false;
  const outside = kind === 'integration' && row.level !== 'any' && row.level !== 'self';
  if (kind === 'installation' && row.others?.includes('installation')) return true;
  // A copy of a space needs a role on its parent.
  const role = row.level === 'space' && !row.path.endsWith('/duplicate') ? 'create' : 'guest';
  return ((outside ? row.outsider : row.cells[role]) ?? '').startsWith('✓');
}

describe.each(['installation', 'integration'] as const)('the token of an %s', (kind) => {
  it.each(rows)(`the token of an ${kind} is allowed what its scopes and its role allow: $method $path`, async (row) => {
    const { stage, headers } = await groundOf(row, kind);
    const made = await worldOf(stage, row, kind);
    const world = { ...made, principal: { ...made.principal, userId: integration.userId } };
    const request = await requestOf(signatureOf(row), row.path, world, documents.url);
    const rest = (signature: string, body?: unknown) => server.call(signature, body, { headers });
    const caller = {
      rest,
      graphql: (query: string, variables?: unknown) => rest('POST /graphql', { query, variables }),
    };
    const isAllowed = allows(row, kind);
    // A write is requested once, because GraphQL runs the same document.
    const others = isAllowed && row.method !== 'GET' ? [] : allOrEvery(3, [row], rows.indexOf(row));
    for (const face of facesOf(row).slice(0, 1 + others.length)) {
      const status = await ask(face, row, caller, request);
      if (isAllowed) expect([face, signatureOf(row), status]).toEqual([face, signatureOf(row), 200]);
      else expect([403, 404], `${face} ${signatureOf(row)} answered ${status}`).toContain(status);
    }
  });
});
