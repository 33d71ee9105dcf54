import { isObjectType, Kind, parse, visit } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paths } from '../../src/desk/paths.ts';
import { schema } from '../../src/schema/index.ts';
import { closeBrowser, hasChromium, requestsElsewhere, type SharedPage } from '../browser.ts';
import {
  aChangeRequest,
  aCollection,
  aMember,
  aJob,
  anInstallation,
  anIntegration,
  anOpenApiSpec,
  anOrganization,
  aSpace,
  aTeam,
  aWebhook,
} from '../factories.ts';
import type { Caller, Harness } from '../harness.ts';
import { walkByKeys } from '../keyboard.ts';
import { aSite, aSiteSpace, write } from '../visitors-world.ts';
import { faultsOf, openAs, startDesk, type DeskServer } from './desk-server.ts';

let desk: DeskServer;
let server: Harness;
let owner: Caller;
const ids: Record<string, string> = {};

beforeAll(async () => {
  desk = await startDesk();
  ({ server } = desk);
  const organization = await anOrganization(server, { title: 'Acme' });
  ({ owner } = organization);
  const member = await aMember(server, organization.id, 'admin');
  const collectionId = (await aCollection(server, organization.id, { title: 'Shelf' })).id;
  const spaceId = (await aSpace(server, organization.id, { title: 'Handbook', parentId: collectionId })).id;
  const document = { markdown: 'Read **this**.\n\n## Next\n\n- one\n- two\n\n```js\nconst a = 1;\n```' };
  const pages = await write(owner, spaceId, [{ operation: 'insert_page', ref: 'p', title: 'First steps', document }]);
  const changeRequest = await aChangeRequest(server, spaceId, {
    subject: 'Better words',
    status: 'open',
    createdById: owner.userId,
  });
  await member.rest(`POST /v1/spaces/${spaceId}/change-requests/${changeRequest.id}/comments`, {
    body: { markdown: 'Well said.' },
  });
  await member.rest(`POST /v1/spaces/${spaceId}/comments`, { body: { markdown: 'Well.' }, page: pages.get('p') });
  const site = await aSite(server, organization.id, { title: 'Docs of Acme', visibility: 'public' });
  await aSiteSpace(
    server,
    { siteId: site.id, organizationId: organization.id },
    { spaceId, path: 'handbook', isDefault: true },
  );
  const integration = await anIntegration(server, organization.id);
  await anOpenApiSpec(server, organization.id, { slug: 'pets', createdById: owner.userId });
  Object.assign(ids, {
    organizationId: organization.id,
    userId: member.userId,
    teamId: (await aTeam(server, organization.id, { title: 'Writers', members: [member] })).id,
    collectionId,
    spaceId,
    pageId: pages.get('p'),
    revisionId: (await owner.rest(`GET /v1/spaces/${spaceId}`)).body.revision,
    changeRequestId: changeRequest.id,
    siteId: site.id,
    slug: 'pets',
    name: integration.name,
    installationId: (await anInstallation(server, integration.id, organization.id)).id,
    webhookId: (await aWebhook(server, organization.id)).id,
    jobId: (await aJob(server, organization.id, { kind: 'import', spaceId, createdById: owner.userId })).id,
  });
});
afterAll(async () => {
  await desk.app.close();
  await closeBrowser();
});

/** What a view is beside its address: its heading, and what it reads after its own query. */
interface Shown {
  readonly title: string | RegExp;
  readonly search?: string;
  readonly alsoReads?: readonly string[];
  /** What comes by itself after that, and would change the page while it is walked through. */
  readonly comesLater?: readonly string[];
}

/** Each path of the desk. */
const views: Readonly<Record<string, Shown>> = {
  '/app': { title: 'For you' },
  '/app/search': { title: 'Found for “this”', search: '?q=this' },
  '/app/account': { title: 'Account' },
  '/orgs/:organizationId': { title: /^Acme/ },
  '/orgs/:organizationId/members': { title: 'Members' },
  '/orgs/:organizationId/members/:userId': { title: 'Example user' },
  '/orgs/:organizationId/teams': { title: 'Teams' },
  '/orgs/:organizationId/teams/:teamId': { title: /^Writers/ },
  '/orgs/:organizationId/settings': { title: 'Settings' },
  '/orgs/:organizationId/webhooks': { title: 'Webhooks' },
  '/orgs/:organizationId/webhooks/:webhookId': { title: 'Webhook' },
  '/orgs/:organizationId/sign-in': { title: 'Single sign-on' },
  '/orgs/:organizationId/audit': { title: 'Audit log' },
  '/orgs/:organizationId/trash': { title: 'Trash' },
  '/orgs/:organizationId/integrations': { title: 'Integrations' },
  '/orgs/:organizationId/jobs': { title: 'Jobs' },
  '/orgs/:organizationId/due': { title: 'To review' },
  '/orgs/:organizationId/sites/:siteId/structure': { title: 'Structure' },
  '/orgs/:organizationId/sites/:siteId/customization': {
    title: 'Customization',
    alsoReads: ['Look'],
    comesLater: ['.look iframe'],
  },
  '/orgs/:organizationId/sites/:siteId/settings': { title: 'Settings' },
  '/orgs/:organizationId/sites/:siteId/redirects': { title: 'Redirects' },
  '/orgs/:organizationId/sites/:siteId/visitors': { title: 'Sign-in of visitors' },
  '/orgs/:organizationId/sites/:siteId': { title: /^Docs of Acme/ },
  '/orgs/:organizationId/sites/:siteId/access': { title: 'Access' },
  '/orgs/:organizationId/openapi/:slug': { title: /^pets/ },
  '/collections/:collectionId': { title: /^Shelf/ },
  '/collections/:collectionId/access': { title: 'Access' },
  '/collections/:collectionId/settings': { title: 'Settings' },
  '/spaces/:spaceId': { title: 'Handbook' },
  '/spaces/:spaceId/access': { title: 'Access' },
  '/spaces/:spaceId/settings': { title: 'Settings' },
  '/spaces/:spaceId/import': { title: 'Import and export' },
  '/spaces/:spaceId/git': { title: 'Git' },
  '/jobs/:jobId': { title: 'Import' },
  '/spaces/:spaceId/pages/:pageId': { title: 'First steps' },
  '/spaces/:spaceId/revisions/:revisionId': { title: /^Revision of/ },
  '/spaces/:spaceId/change-requests/:changeRequestId': { title: /^Better words/ },
  '/spaces/:spaceId/change-requests/:changeRequestId/pages': { title: 'Arrange pages' },
  '/spaces/:spaceId/change-requests/:changeRequestId/pages/:pageId': { title: 'First steps' },
  '/spaces/:spaceId/change-requests/:changeRequestId/pages/:pageId/edit': {
    title: 'Edit “First steps”',
    alsoReads: ['Rendered'],
    comesLater: ['.editor .cm-content', '.preview :not(:empty)'],
  },
  '/integrations/:name': { title: '' },
  '/integrations/:name/installations/:installationId': { title: '' },
};

const filled = (path: string) => path.replaceAll(/:(\w+)/g, (_whole, name: string) => ids[name] ?? '');
const addressOf = (path: string) => desk.base + filled(path);

interface Operation {
  readonly query: string;
  readonly variables: object;
}

/** The name of the operation of a request; null for those that a view does not read by, such as the frame and the streams. */
function nameOf({ query }: Operation): string | null {
  const name = /^query (\w+)/.exec(query)?.[1] ?? null;
  return name === 'Frame' ? null : name;
}

/** How many fields of a document have fields, which are those that are read. */
function countRead(query: string): number {
  let count = 0;
  visit(parse(query), {
    [Kind.FIELD]: ({ selectionSet }) => {
      if (selectionSet) count += 1;
    },
  });
  return count;
}

/** Most statements of a field that is read. */
const mostStatements = 3;

it('every path of the desk is in the table', () => {
  expect(Object.keys(views).toSorted()).toEqual(Object.keys(paths).toSorted());
});

/** The path in the desk of each resource that has `urls.app`, and its path in REST where that is another. */
const linked: Readonly<Record<string, readonly [desk: keyof typeof paths, rest?: string]>> = {
  Organization: ['/orgs/:organizationId'],
  Collection: ['/collections/:collectionId'],
  Space: ['/spaces/:spaceId'],
  Page: ['/spaces/:spaceId/pages/:pageId', '/spaces/:spaceId/content/page/:pageId'],
  ChangeRequest: ['/spaces/:spaceId/change-requests/:changeRequestId'],
  Revision: ['/spaces/:spaceId/revisions/:revisionId'],
  Site: ['/orgs/:organizationId/sites/:siteId'],
  OpenApiSpec: ['/orgs/:organizationId/openapi/:slug'],
  Integration: ['/integrations/:name'],
  IntegrationInstallation: ['/integrations/:name/installations/:installationId'],
};

it('every node that has `appUrl` is in the table', () => {
  const types = Object.values(schema.getTypeMap()).filter(isObjectType);
  const nodes = types.filter((type) => type.getInterfaces().some(({ name }) => name === 'Node'));
  const names = nodes.filter((type) => 'appUrl' in type.getFields()).map(({ name }) => name);
  expect(names.toSorted()).toEqual(Object.keys(linked).toSorted());
});

it.each(Object.entries(linked))('`urls.app` of %s is the address of its view', async (_type, [path, rest = path]) => {
  const headers = { authorization: `Bearer ${owner.secret}` };
  const reply = await desk.app.inject({ url: `/v1${filled(rest)}`, headers });
  expect(reply.json().urls?.app).toBe(addressOf(path));
});

describe.runIf(hasChromium)('a view of the desk', () => {
  let shared: SharedPage;
  const operations: Operation[] = [];
  beforeAll(async () => {
    shared = await openAs(desk, owner, { viewport: { width: 1440, height: 900 } });
    shared.page.on('request', (request) => {
      if (request.method() === 'POST' && request.url() === `${desk.base}/graphql`)
        operations.push(JSON.parse(request.postData() ?? '') as Operation);
    });
  });
  afterAll(() => shared.close());

  it.each(Object.entries(views))(
    '%s is read in one round trip, without barriers, and reached by keys alone',
    async (path, { title, search = '', alsoReads = [], comesLater = [] }) => {
      const { page, complaints, requests, clear } = shared;
      await clear();
      operations.length = 0;
      await page.goto(addressOf(path) + search);
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      await page.locator('.waiting').waitFor({ state: 'detached' });
      for (const name of alsoReads) await expect.poll(() => operations.map(nameOf)).toContain(name);
      for (const part of comesLater) await page.locator(part).first().waitFor();
      const read = operations.filter((operation) => nameOf(operation) !== null);
      expect([...new Set(read.map(nameOf))].filter((name) => !alsoReads.includes(name ?? ''))).toHaveLength(1);
      // What the page asked for before its scripts were there is what they take.
      expect(await page.evaluate('[...octavoEarly.answers.keys()]')).toEqual([]);

      const turn = Object.keys(views).indexOf(path);
      expect(await faultsOf(page, path.replaceAll(/\W+/g, '-'), turn)).toEqual([]);
      const { forward, back } = await walkByKeys(page);
      expect(forward.filter(({ wrong }) => wrong !== null)).toEqual([]);
      expect(back.map(({ at }) => at)).toEqual(forward.map(({ at }) => at));
      const unreached = await page.evaluate(
        (places) => {
          const all = [...document.querySelectorAll('*')];
          const reached = new Set(places);
          return [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary')]
            .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.matches(':disabled, [hidden]'))
            .filter(
              (one) =>
                !reached.has(String(all.indexOf(one))) && !(one instanceof HTMLInputElement && one.type === 'radio'),
            )
            .map((one) => one.outerHTML.slice(0, 120));
        },
        forward.map(({ at }) => at),
      );
      expect(unreached).toEqual([]);
      expect(complaints).toEqual([]);
      expect(requestsElsewhere(requests, desk.base)).toEqual([]);

      for (const { query, variables } of read) {
        const fields = countRead(query);
        let length = Infinity;
        // The page asks for news meanwhile, whose statements are counted as well.
        for (let tries = 0; tries < 3 && length > mostStatements * fields; tries += 1) {
          await server.statements.reset();
          const { data } = (await owner.graphql(query, variables as Record<string, unknown>)).body;
          length = Math.min(length, server.statements.texts.length);
          server.statements.forget();
          expect(data).toBeTruthy();
        }
        expect([path, length <= mostStatements * fields, length, fields]).toEqual([path, true, length, fields]);
        if (process.env['TEST_SHOW_COSTS']) console.log(`${path}: ${length} statements, ${fields} fields`);
      }
    },
  );
});
