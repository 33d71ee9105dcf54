import { Client } from 'pg';
import { oursIn } from '../contenders.ts';
import { headersOf } from '../load.ts';
import { shippedLaunch } from '../launch.ts';
import { sitesDomain, startServer } from '../server.ts';

/** The published site of the data set. */
export interface BenchSite {
  readonly organizationId: string;
  readonly siteId: string;
  /** A URL in each of the sections. */
  readonly urls: readonly string[];
  /** Key that signs the tokens of visitors. */
  readonly visitorKey: string;
  readonly spaceId: string;
  readonly revisionId: string;
  /** The page below nine other pages. All ten have a condition. */
  readonly pageId: string;
}

interface Place {
  readonly databaseUrl: string;
  readonly dist: string;
  /** Bearer token of the load user. */
  readonly secret: string;
  readonly sections: number;
  readonly say: (text: string) => void;
}

/** Site spaces of a section. */
export const spacesInEach = 10;
const hostname = 'bench-docs';
const schema = { type: 'object', properties: { beta: { type: 'boolean' } }, additionalProperties: false };
const condition = 'visitor.claims.beta';

/** Returns the site of an earlier run, or creates one with the API. */
export async function prepareSite({ databaseUrl, dist, secret, sections, say }: Place): Promise<BenchSite> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ site: BenchSite | null }>('select site from bench.data_set');
    if (rows[0]?.site) return rows[0].site;
    say(`A site of ${sections * spacesInEach} spaces`);
    const server = await startServer(oursIn(dist), { node: process.execPath, databaseUrl, ...shippedLaunch });
    try {
      const site = await createSite(senderTo(server.origin, secret), sections);
      await client.query('update bench.data_set set site = $1', [site]);
      await client.query('vacuum analyze');
      return site;
    } finally {
      await server.stop();
    }
  } finally {
    await client.end();
  }
}

export type Send = <Body>(method: 'GET' | 'POST' | 'PUT' | 'PATCH', path: string, body?: object) => Promise<Body>;

/** Sends a request. Throws unless the status is 2xx. */
export function senderTo(origin: string, secret: string): Send {
  return async (method, path, body) => {
    const response = await fetch(origin + path, {
      method,
      headers: headersOf({ secret }),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as never;
  };
}

/** The members of responses that are read. */
interface Made {
  readonly id: string;
  readonly basename: string;
  readonly changes?: readonly { readonly page?: { readonly id: string } }[];
}

/** Creates a published site with adaptive content, and a space with ten nested pages that have conditions. */
async function createSite(send: Send, sections: number): Promise<BenchSite> {
  const post = (path: string, body: object = {}) => send<Made>('POST', path, body);
  const { id: organizationId } = await post('/v1/orgs', { title: 'Bench' });
  await send('PATCH', `/v1/orgs/${organizationId}`, { hostname });
  const newSpace = async (title: string) => (await post(`/v1/orgs/${organizationId}/spaces`, { title })).id;
  const { id: siteId, basename } = await post(`/v1/orgs/${organizationId}/sites`, { title: 'Docs', spaces: [] });
  const at = `/v1/orgs/${organizationId}/sites/${siteId}`;
  await send('PUT', `${at}/adaptive-schema`, { jsonSchema: schema });
  await send('PATCH', at, { adaptiveContent: { enabled: true }, visibility: 'public' });
  const spaceId = await newSpace('First');
  for (let section = 0; section < sections; section += 1) {
    const first = section === 0 ? spaceId : await newSpace(`Section ${section}`);
    const { id: sectionId } = await post(`${at}/sections`, { title: `Section ${section}`, spaceId: first });
    if (section > 0) await send('PATCH', `${at}/sections/${sectionId}`, { condition });
    for (let n = 1; n < spacesInEach; n += 1)
      await post(`${at}/site-spaces`, { spaceId: await newSpace(`Variant ${section} ${n}`), sectionId });
  }
  await post(`${at}/publish`);
  const { changes } = await post(`/v1/spaces/${spaceId}/content`, { changes: pagesWithConditions() });
  const { revision } = await send<{ revision: string }>('GET', `/v1/spaces/${spaceId}`);
  const { privateKey } = await send<{ privateKey: string }>('GET', `${at}/publishing/auth`);
  const root = `https://${hostname}.${sitesDomain}/${basename}`;
  return {
    organizationId,
    siteId,
    urls: [root, ...Array.from({ length: sections - 1 }, (_, n) => `${root}/section-${n + 1}`)],
    visitorKey: privateKey,
    spaceId,
    revisionId: revision,
    pageId: changes?.at(-1)?.page?.id ?? '',
  };
}

/** Creates ten pages, each below the previous one. */
const pagesWithConditions = () =>
  Array.from({ length: 10 }, (_, n) => ({
    operation: 'insert_page',
    ref: `page${n}`,
    title: `Page ${n}`,
    condition,
    document: { markdown: `# Heading\n\nText with **words** and a [link](https://example.org).\n\n* one\n* two\n` },
    ...(n === 0 ? {} : { into: `page${n - 1}` }),
  }));
