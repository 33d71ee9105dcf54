import type { Call } from './server.ts';

/** A page of a published site. */
interface Text {
  readonly title: string;
  readonly text: string;
}

/** Publishes texts as the pages of a new public site. Returns the URLs of the pages; null for a text that is refused. */
export async function publishTexts(
  call: Call,
  texts: readonly Text[],
): Promise<{ readonly spaceId: string; readonly urls: readonly (string | null)[] }> {
  const send = async (method: string, path: string, body?: object) => {
    const { status, text } = await call(method, path, body);
    if (status < 200 || status > 299) throw new Error(`${method} ${path}: ${status} ${text.slice(0, 300)}`);
    return JSON.parse(text === '' ? '{}' : text) as Made;
  };
  const { id: organizationId } = await send('POST', '/v1/orgs', { title: 'Readers' });
  const { id: spaceId } = await send('POST', `/v1/orgs/${organizationId}/spaces`, { title: 'Pages' });
  const paths: (string | null)[] = [];
  for (const [at, { title, text: markdown }] of texts.entries()) {
    const slug = `page-${at}`;
    const changes = [{ operation: 'insert_page', title, slug, document: { markdown } }];
    const { status } = await call('POST', `/v1/spaces/${spaceId}/content`, { changes });
    paths.push(status === 200 ? slug : null);
  }
  const { id: siteId } = await send('POST', `/v1/orgs/${organizationId}/sites`, { title: 'Pages', spaces: [spaceId] });
  const at = `/v1/orgs/${organizationId}/sites/${siteId}`;
  await send('PATCH', at, { visibility: 'public' });
  await send('POST', `${at}/publish`, {});
  const { urls } = await send('GET', at);
  return { spaceId, urls: paths.map((path) => path && `${urls?.published ?? ''}${path}`) };
}

/** The members of responses that are read. */
interface Made {
  readonly id: string;
  readonly urls?: { readonly published?: string };
}
