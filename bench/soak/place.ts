import type { Call } from '../hostile/server.ts';
import { documentOf, type Place } from './scripts.ts';

const spaceCount = 5;
const pagesEach = 30;

/** Makes spaces with pages, and a published site of the first. */
export async function preparePlace(call: Call, source: string): Promise<Place> {
  const send = async (method: string, path: string, body?: object) => {
    const { status, text } = await call(method, path, body);
    if (status < 200 || status >= 300) throw new Error(`${method} ${path} answered ${status}: ${text}`);
    return JSON.parse(text) as Made;
  };
  const organizationId = (await send('GET', '/v1/orgs')).items?.[0]?.id ?? '';
  const at = `/v1/orgs/${organizationId}`;
  const random = Math.random;
  const spaces: Place['spaces'][number][] = [];
  for (let n = 0; n < spaceCount; n += 1) {
    const { id } = await send('POST', `${at}/spaces`, { title: `Space ${n}` });
    const { changes = [] } = await send('POST', `/v1/spaces/${id}/content`, {
      changes: Array.from({ length: pagesEach }, (_, page) => ({
        operation: 'insert_page',
        title: `Page ${page}`,
        document: { markdown: documentOf(random) },
      })),
    });
    spaces.push({ id, pages: changes.flatMap(({ page }) => page?.id ?? []) });
  }
  const { id: siteId } = await send('POST', `${at}/sites`, {
    title: 'Site',
    spaces: spaces.slice(0, 1).map(({ id }) => id),
  });
  await send('PATCH', `${at}/sites/${siteId}`, { visibility: 'public' });
  await send('POST', `${at}/sites/${siteId}/publish`);
  const { urls } = await send('GET', `${at}/sites/${siteId}`);
  return { organizationId, siteId, publishedUrl: urls?.published ?? '', spaces, source };
}

/** The members of responses that are read. */
interface Made {
  readonly id: string;
  readonly items?: readonly { readonly id: string }[];
  readonly changes?: readonly { readonly page?: { readonly id: string } }[];
  readonly urls?: { readonly published?: string };
}
