import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DocumentNode } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { ensureCopy } from '../../scripts/installed-copy.mjs';
import { aMember, anOrganization } from '../factories.ts';
import { startServer, type Caller, type Harness } from '../harness.ts';
import { aMergingWorld, changed, edit } from '../rest/authoring/merging-world.ts';

const folderOfClients = await ensureCopy({ paths: ['test/graphql/clients'], packages: 'test/graphql/clients' });
const because = folderOfClients === null ? ' (skipped: the clients cannot be installed)' : '';

/** Loads a package of the clients. */
const ofClients = createRequire(join(folderOfClients ?? import.meta.dirname, 'package.json'));

const sdl = readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8');

/** Documents of a dashboard, by the name of the screen. */
const documents = {
  Conflict: `query ConflictQuery($id: ID!) { node(id: $id) { id ... on ChangeRequest {
    conflicts { id subjectId page { id pageId title markdown } mainPage { id pageId title markdown } }
    content { id revisionId allPages { id title } } space { id content { id revisionId allPages { id title } } } } } }`,
  Members: `query MembersQuery($one: ID!, $other: ID!, $user: ID!) {
    one: organization(id: $one) { id member(userId: $user) { id userId role } }
    other: organization(id: $other) { id member(userId: $user) { id userId role } } }`,
  Revisions: `query RevisionsQuery($id: ID!, $first: Int!, $after: String) { space(id: $id) { id
    revisions(first: $first, after: $after) { pageInfo { hasNextPage endCursor } edges { cursor node { id revisionId allPages { id title } } } } } }`,
  Page: `query PageQuery($id: ID!) { node(id: $id) { __typename id ... on Page { pageId title markdown revisionId } } }`,
  Rename: `mutation RenameMutation($space: ID!, $page: ID!, $title: String!) {
    updatePage(spaceId: $space, pageId: $page, input: { title: $title }) { page { id title } } }`,
} as const;
type Screen = keyof typeof documents;

/**
 * A client with a normalized cache. `ask` sends a request through the cache, and `read` returns the cached data of a
 * screen.
 */
interface Dashboard {
  readonly ask: (screen: Screen, variables: object) => Promise<any>;
  readonly read: (screen: Screen, variables: object) => any;
}

let server: Harness;
let owner: Caller;
let organizationId: string;
let world: Awaited<ReturnType<typeof aMergingWorld>>;

beforeAll(async () => {
  server = await startServer();
  ({ id: organizationId, owner } = await anOrganization(server));
  world = await aMergingWorld(server, organizationId, owner);
  await world.onMain(edit(world.pages.a, changed('two', 'MAIN')));
  await world.inRequest(edit(world.pages.a, changed('two', 'REQUEST')));
});

const send = async (query: string, variables: Record<string, unknown>) => (await owner.graphql(query, variables)).body;

/** Compiles the documents by the codegen client preset, as an application with Apollo Client does. */
async function apollo(): Promise<Dashboard> {
  const { ApolloClient, ApolloLink, InMemoryCache, Observable } = ofClients('@apollo/client');
  const { codegen } = ofClients('@graphql-codegen/core');
  const { preset } = ofClients('@graphql-codegen/client-preset');
  const { buildSchema, parse, print } = ofClients('graphql');
  const sources = Object.entries(documents).map(([name, rawSDL]) => ({
    location: `${name}.ts`,
    rawSDL,
    document: parse(rawSDL),
  }));
  const schema = parse(sdl);
  const generated = await preset.buildGeneratesSection({
    baseOutputDir: 'gql/',
    schema,
    schemaAst: buildSchema(sdl),
    documents: sources,
    config: { enumsAsTypes: true },
    presetConfig: {},
    plugins: [],
    pluginMap: {},
  } as never);
  const file = generated.find(({ filename }: { filename: string }) => filename.endsWith('graphql.ts'));
  if (!file) throw new Error('The preset generated no documents');
  const folder = mkdtempSync(join(tmpdir(), 'apollo-'));
  writeFileSync(join(folder, 'graphql.ts'), await codegen(file));
  const compiled = (await import(/* @vite-ignore */ join(folder, 'graphql.ts'))) as Record<string, DocumentNode>;
  const readDocument = (screen: Screen) =>
    compiled[screen === 'Rename' ? 'RenameMutationDocument' : `${screen}QueryDocument`] as DocumentNode;
  const link = new ApolloLink(
    ({ query, variables }: any) =>
      new Observable((observer: any) => {
        void send(print(query), variables).then((body) => {
          observer.next(body);
          observer.complete();
        });
      }),
  );
  const client = new ApolloClient({ link, cache: new InMemoryCache() });
  return {
    ask: async (screen, variables) => {
      const document = readDocument(screen);
      const { data, error } =
        screen === 'Rename'
          ? await client.mutate({ mutation: document, variables })
          : await client.query({ query: document, variables });
      expect(error).toBeUndefined();
      return data;
    },
    read: (screen, variables) => client.cache.readQuery({ query: readDocument(screen), variables }),
  };
}

async function urql(): Promise<Dashboard> {
  const { Client, fetchExchange } = ofClients('@urql/core');
  const { cacheExchange } = ofClients('@urql/exchange-graphcache');
  const { buildSchema, introspectionFromSchema } = ofClients('graphql');
  const client = new Client({
    url: 'http://localhost/graphql',
    preferGetMethod: false,
    exchanges: [cacheExchange({ schema: introspectionFromSchema(buildSchema(sdl)) }), fetchExchange],
    fetch: async (_url: string, init: RequestInit) => {
      const { query, variables } = JSON.parse(init?.body as string) as {
        query: string;
        variables: Record<string, unknown>;
      };
      return Response.json(await send(query, variables));
    },
  });
  return {
    ask: async (screen, variables) => {
      const run = screen === 'Rename' ? client.mutation : client.query;
      const { data, error } = await run.call(client, documents[screen], variables).toPromise();
      expect(error).toBeUndefined();
      return data;
    },
    read: (screen, variables) => client.readQuery(documents[screen], variables)?.data,
  };
}

/** Compiles the documents by relay-compiler, which refuses what does not follow Relay's rules. */
function relayClient(): Dashboard {
  const folder = mkdtempSync(join(tmpdir(), 'relay-'));
  mkdirSync(join(folder, 'src'));
  writeFileSync(join(folder, 'schema.graphql'), sdl);
  const named: string = Object.entries(documents)
    .map(
      ([name, text]) =>
        `graphql\`${text.replace(`${name}Query`, `screens${name}Query`).replace(`${name}Mutation`, `screens${name}Mutation`)}\`;`,
    )
    .join('\n');
  const refetchable =
    'graphql`fragment screens_page on Page @refetchable(queryName: "screensPageRefetchQuery") { id title markdown }`;';
  writeFileSync(join(folder, 'src/screens.js'), `${named}\n${refetchable}\n`);
  writeFileSync(
    join(folder, 'relay.config.json'),
    JSON.stringify({ src: './src', schema: './schema.graphql', language: 'javascript', noFutureProofEnums: true }),
  );
  writeFileSync(join(folder, 'package.json'), '{}');
  execFileSync(process.execPath, [ofClients.resolve('relay-compiler/cli.js'), 'relay.config.json'], {
    cwd: folder,
    stdio: 'pipe',
  });
  const artifactOf = (screen: string) =>
    createRequire(join(folder, 'src/x.js'))(`./__generated__/screens${screen}.graphql.js`) as never;
  artifactOf('PageRefetchQuery');
  const {
    Environment,
    Network,
    RecordSource,
    Store,
    fetchQuery,
    commitMutation,
    createOperationDescriptor,
    getRequest,
  } = ofClients('relay-runtime');
  const environment = new Environment({
    network: Network.create(({ text }: { text: string | null }, variables: Record<string, unknown>) =>
      send(text ?? '', variables),
    ),
    store: new Store(new RecordSource()),
  });
  const kept: { dispose(): void }[] = [];
  const operationOf = (screen: Screen, variables: object) =>
    createOperationDescriptor(getRequest(artifactOf(`${screen}Query`)), variables as never);
  return {
    ask: async (screen, variables) => {
      if (screen === 'Rename')
        return new Promise((resolve, reject) => {
          commitMutation(environment, {
            mutation: artifactOf('RenameMutation'),
            variables: variables as never,
            onCompleted: resolve,
            onError: reject,
          });
        });
      kept.push(environment.retain(operationOf(screen, variables)));
      return fetchQuery(environment, artifactOf(`${screen}Query`), variables as never).toPromise();
    },
    read: (screen, variables) => environment.lookup(operationOf(screen, variables).fragment).data,
  };
}

const clients = { Relay: () => Promise.resolve(relayClient()), 'Apollo Client': apollo, urql } as const;

describe.skipIf(folderOfClients === null).each(Object.entries(clients))(
  `a dashboard with %s${because}`,
  (_name, open) => {
    let dashboard: Dashboard;

    beforeAll(async () => {
      dashboard = await open();
    });

    it('a client sees both sides of a conflict, each with its text', async () => {
      await dashboard.ask('Conflict', { id: world.id });
      const { node } = dashboard.read('Conflict', { id: world.id });
      const [conflict] = node.conflicts;
      expect(conflict.page.markdown).toBe(changed('two', 'REQUEST'));
      expect(conflict.mainPage.markdown).toBe(changed('two', 'MAIN'));
      expect(conflict.page.pageId).toBe(conflict.mainPage.pageId);
      expect(node.content.revisionId).not.toBe(node.space.content.revisionId);
    });

    it('a client sees the role of a user in two organizations side by side', async () => {
      const other = await anOrganization(server);
      const user = await aMember(server, organizationId, 'read');
      await server.platform.db.prisma.member.createMany({
        data: [
          { organizationId: other.id, userId: user.userId, role: 'edit' },
          { organizationId: other.id, userId: owner.userId, role: 'admin' },
        ],
      });
      const variables = { one: organizationId, other: other.id, user: user.userId };
      await dashboard.ask('Members', variables);
      const shown = dashboard.read('Members', variables);
      expect([shown.one.member.role, shown.other.member.role]).toEqual(['READ', 'EDIT']);
      expect(shown.one.member.userId).toBe(shown.other.member.userId);
    });

    it('a client pages through revisions, whose pages keep their titles beside those of today', async () => {
      const page = world.pages.b;
      const titles = ['First', 'Second', 'Third'].map((title) => `${title} ${_name}`);
      for (const title of titles) await world.onMain({ operation: 'update_page', page, title });
      let after: string | null = null;
      const seen: string[] = [];
      for (let turn = 0; turn < 3; turn += 1) {
        const variables: object = { id: world.spaceId, first: 1, after };
        await dashboard.ask('Revisions', variables);
        const { edges, pageInfo }: any = dashboard.read('Revisions', variables).space.revisions;
        seen.push(edges[0].node.allPages[1].title);
        after = pageInfo.endCursor;
      }
      expect(seen).toEqual(titles.toReversed());
      // The earlier pages of the list are unchanged by the later ones.
      const first = dashboard.read('Revisions', { id: world.spaceId, first: 1, after: null });
      expect(first.space.revisions.edges[0].node.allPages[1].title).toBe(titles[2]);
    });

    it('a client that refetches a page gets the state that it showed, and a mutation updates the main content only', async () => {
      await dashboard.ask('Conflict', { id: world.id });
      const [{ page, mainPage }] = dashboard.read('Conflict', { id: world.id }).node.conflicts;
      for (const shown of [page, mainPage]) {
        const { node } = await dashboard.ask('Page', { id: shown.id });
        expect(node).toMatchObject({ __typename: 'Page', ...shown });
      }
      const title = `Renamed ${_name}`;
      await dashboard.ask('Rename', { space: world.spaceId, page: mainPage.id, title });
      const after = dashboard.read('Conflict', { id: world.id }).node;
      expect(after.conflicts[0].mainPage.title).toBe(title);
      expect(after.conflicts[0].page.title).toBe(page.title);
      expect(after.space.content.allPages[0].title).toBe(title);
      expect(after.content.allPages[0].title).toBe(page.title);
    });
  },
);
