import type { Answer, Call } from './server.ts';

/** Requests that are sent at once, several times. */
export interface Crowd {
  readonly name: string;
  /** Makes what the requests need. */
  readonly prepare: (call: Call, organization: string) => Promise<readonly (() => Promise<Answer>)[]>;
}

const together = 20;

/** Sends a request. Throws unless it succeeds. */
async function made(call: Call, ...[method, path, body]: [method: string, path: string, body?: object]): Promise<Made> {
  const { status, text } = await call(method, path, body);
  if (status < 200 || status >= 300) throw new Error(`${method} ${path} answered ${status}: ${text}`);
  return JSON.parse(text) as Made;
}

/** The members of responses that are read. */
interface Made {
  readonly id: string;
  readonly apiToken: string;
  readonly changes?: readonly { readonly page?: { readonly id: string } }[];
  readonly urls?: { readonly published?: string };
}

const list = `[${Array.from({ length: 40 }, () => '1').join()}]`;
/** A condition that takes nearly all the steps that one may take, and is false. */
const dear = (seed: number) => `${list}.some(x => ${list}.some(y => x + y === visitor.claims.unsigned.n + ${seed}))`;

const claimsSchema = {
  type: 'object',
  properties: {
    unsigned: { type: 'object', properties: { n: { type: 'number' } }, additionalProperties: false },
  },
  additionalProperties: false,
};

const newSpace = async (call: Call, organization: string) =>
  (await made(call, 'POST', `/v1/orgs/${organization}/spaces`, { title: 'Crowded' })).id;

/** A published site of one space with 200 pages, each with a condition. Returns its URL and the space. */
async function aSite(call: Call, organization: string) {
  const space = await newSpace(call, organization);
  for (let from = 0; from < 200; from += 50)
    await made(call, 'POST', `/v1/spaces/${space}/content`, {
      changes: Array.from({ length: 50 }, (_, at) => ({
        operation: 'insert_page',
        title: `Page ${from + at}`,
        condition: dear(from + at),
        document: { markdown: 'Words' },
      })),
    });
  const sites = `/v1/orgs/${organization}/sites`;
  const { id } = await made(call, 'POST', sites, { title: 'Crowded', spaces: [space] });
  await made(call, 'PUT', `${sites}/${id}/adaptive-schema`, { jsonSchema: claimsSchema });
  await made(call, 'PATCH', `${sites}/${id}`, { adaptiveContent: { enabled: true }, visibility: 'public' });
  await made(call, 'POST', `${sites}/${id}/publish`);
  const { urls } = await made(call, 'GET', `${sites}/${id}`);
  return { space, url: urls?.published ?? '' };
}

const nested = (levels: number): string =>
  levels === 0 ? 'id' : `links { edges { node { page { ${nested(levels - 1)} } } } }`;

/** A crowd that asks for links of links, in a space whose page links to itself. */
const nestedLinks = (levels: number): Crowd => ({
  name: `links of links, ${levels} levels`,
  prepare: async (call, organization) => {
    const space = await newSpace(call, organization);
    const insert = { operation: 'insert_page', title: 'Self', document: { markdown: '[a](/self)\n\n'.repeat(250) } };
    const { changes } = await made(call, 'POST', `/v1/spaces/${space}/content`, { changes: [insert] });
    const query = `query ($id: ID!, $page: ID!) { space(id: $id) { content { page(id: $page) { ${nested(levels)} } } } }`;
    const variables = { id: space, page: changes?.[0]?.page?.id };
    return Array.from({ length: together }, () => () => call('POST', '/graphql', { query, variables }));
  },
});

export const crowds: readonly Crowd[] = [
  {
    name: 'visitors with claims of their own',
    prepare: async (call, organization) => {
      const { space, url } = await aSite(call, organization);
      let seed = 1_000;
      return Array.from({ length: together }, () => async () => {
        const visitor = { unsignedClaims: { n: (seed += 1) } };
        const { text } = await call('POST', '/v1/urls/published', { url, visitor }, null);
        const { apiToken } = JSON.parse(text) as Made;
        return call('GET', `/v1/spaces/${space}/content/pages`, undefined, apiToken);
      });
    },
  },
  nestedLinks(2),
  nestedLinks(3),
  nestedLinks(4),
  {
    name: 'nodes with 8,000 unknown ids',
    prepare: async (call) => {
      const ids = Array.from({ length: 8_000 }, (_, at) => `spc_${String(at).padStart(20, '0')}`);
      const body = { query: 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', variables: { ids } };
      return Array.from({ length: together }, () => () => call('POST', '/graphql', body));
    },
  },
  {
    name: 'nodes with 100 unknown ids',
    prepare: async (call) => {
      const ids = Array.from({ length: 100 }, (_, at) => `spc_${String(at).padStart(20, '0')}`);
      const body = { query: 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', variables: { ids } };
      return Array.from({ length: together }, () => () => call('POST', '/graphql', body));
    },
  },
  {
    name: 'specifications with NUL',
    prepare: async (call, organization) => {
      const text = JSON.stringify({ openapi: '3.0.3', info: { title: 'a\0', version: '1' }, paths: {} });
      return Array.from(
        { length: together },
        (_, at) => () => call('PUT', `/v1/orgs/${organization}/openapi/nul-${at}`, { source: { text } }),
      );
    },
  },
  {
    name: 'look-ups without a token',
    prepare: async (call) =>
      Array.from(
        { length: 10 * together },
        (_, at) => () => call('POST', '/v1/urls/published', { url: `https://nobody-${at}.example.org/` }, null),
      ),
  },
];
