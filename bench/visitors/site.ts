import { SignJWT } from 'jose';
import type { World } from '../content/world.ts';

/** What is read of the benchmark's site. */
export interface BenchSite {
  readonly organizationId: string;
  readonly siteId: string;
  /** A URL in each of the sections. */
  readonly urls: readonly string[];
  readonly visitorToken: string;
  readonly spaceId: string;
  /** The page below nine others, each with a condition. */
  readonly pageId: string;
}

/** What is read of the answers. */
interface Made {
  readonly id: string;
  readonly basename: string;
  readonly changes?: readonly { readonly page?: { readonly id: string } }[];
}

const hostname = 'bench-docs';
const schema = { type: 'object', properties: { beta: { type: 'boolean' } }, additionalProperties: false };
const condition = 'visitor.claims.beta';

/** Creates a published site with adaptive content, and a space with a page that has ten conditions on the way. */
export async function createSite({ send }: World, sections: number, spacesInEach: number): Promise<BenchSite> {
  const post = async (path: string, body: object = {}) => (await send('POST', path, body)).json<Made>();
  const { id: organizationId } = await post('/v1/orgs', { title: 'Bench' });
  await send('PATCH', `/v1/orgs/${organizationId}`, { hostname });
  const newSpace = async (title: string) => (await post(`/v1/orgs/${organizationId}/spaces`, { title })).id;
  const { id: siteId, basename } = await post(`/v1/orgs/${organizationId}/sites`, { title: 'Docs', spaces: [] });
  const at = `/v1/orgs/${organizationId}/sites/${siteId}`;
  await send('PUT', `${at}/adaptive-schema`, { jsonSchema: schema });
  await send('PATCH', at, { adaptiveContent: { enabled: true }, visibility: 'public' });
  const first = await newSpace('First');
  for (let section = 0; section < sections; section += 1) {
    const spaceId = section === 0 ? first : await newSpace(`Section ${section}`);
    const { id: sectionId } = await post(`${at}/sections`, { title: `Section ${section}`, spaceId });
    if (section > 0) await send('PATCH', `${at}/sections/${sectionId}`, { condition });
    for (let n = 1; n < spacesInEach; n += 1)
      await post(`${at}/site-spaces`, { spaceId: await newSpace(`Variant ${section} ${n}`), sectionId });
  }
  await post(`${at}/publish`);
  const changes = Array.from({ length: 10 }, (_, n) => ({
    operation: 'insert_page',
    ref: `page${n}`,
    title: `Page ${n}`,
    condition,
    document: { markdown: `# Heading\n\nText with **words** and a [link](https://example.org).\n\n* one\n* two\n` },
    ...(n === 0 ? {} : { into: `page${n - 1}` }),
  }));
  const { changes: made } = await post(`/v1/spaces/${first}/content`, { changes });
  const { privateKey } = (await send('GET', `${at}/publishing/auth`)).json<{ privateKey: string }>();
  const visitorToken = await new SignJWT({ beta: true })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('2h')
    .sign(new TextEncoder().encode(privateKey));
  const root = `https://${hostname}.sites.test/${basename}`;
  return {
    organizationId,
    siteId,
    urls: [root, ...Array.from({ length: sections - 1 }, (_, n) => `${root}/section-${n + 1}`)],
    visitorToken,
    spaceId: first,
    pageId: made?.at(-1)?.page?.id ?? '',
  };
}
