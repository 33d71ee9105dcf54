import type { Send } from './site.ts';

/** A published site with long pages, made anew for each run. */
export interface ReaderSite {
  readonly organizationId: string;
  readonly siteId: string;
  readonly spaceId: string;
  /** The published URL. */
  readonly url: URL;
  readonly pages: readonly { readonly id: string; readonly slug: string }[];
}

/** Pages of the site: those that warm a server up, and those that are measured. */
const readerPages = 60;

/** Creates a public site with one space of pages of 30 kB of Markdown. */
export async function createReaderSite(send: Send): Promise<ReaderSite> {
  const { id: organizationId } = await send<Made>('POST', '/v1/orgs', { title: 'Readers' });
  const { id: spaceId } = await send<Made>('POST', `/v1/orgs/${organizationId}/spaces`, { title: 'Handbook' });
  const slugs = Array.from({ length: readerPages }, (_none, n) => `page-${n}`);
  const insertions = slugs.map((slug, n) => ({
    operation: 'insert_page',
    title: `Page ${n}`,
    slug,
    document: { markdown: longMarkdown(n) },
  }));
  const ids: string[] = [];
  // A request parses as many texts as it may compute.
  for (let at = 0; at < insertions.length; at += pagesInRequest) {
    const { changes = [] } = await send<Made>('POST', `/v1/spaces/${spaceId}/content`, {
      changes: insertions.slice(at, at + pagesInRequest),
    });
    ids.push(...changes.map(({ page }) => page?.id ?? ''));
  }
  const { id: siteId } = await send<Made>('POST', `/v1/orgs/${organizationId}/sites`, {
    title: 'Handbook',
    spaces: [spaceId],
  });
  const at = `/v1/orgs/${organizationId}/sites/${siteId}`;
  await send('PATCH', at, { visibility: 'public' });
  await send('POST', `${at}/publish`, {});
  const { urls } = await send<Made>('GET', at);
  return {
    organizationId,
    siteId,
    spaceId,
    url: new URL(urls?.published ?? ''),
    // The first one has the address of the site.
    pages: slugs.map((slug, n) => ({ slug, id: ids[n] ?? '' })).slice(1),
  };
}

const pagesInRequest = 5;

/** The members of responses that are read. */
interface Made {
  readonly id: string;
  readonly urls?: { readonly published?: string };
  readonly changes?: readonly { readonly page?: { readonly id: string } }[];
}

/** About 30 kB of headings, paragraphs, lists, code, tables and hints, different for each number. */
export function longMarkdown(page: number): string {
  const section = (n: number) => `## Part ${n} of ${page}

Requests of **page ${page}** are limited to ${100 + n} a minute, so that *no caller* slows others down. See [part ${n + 1}](https://example.org/${page}/${n}), and retry with \`backoff(${n})\` when the answer is 429.

* A token belongs to one person, and ends with membership ${page}.
* A space lists its pages in the order of the tree.
  * Pages of a change request are merged together.

\`\`\`ts
export const limit${n} = async (calls: number): Promise<boolean> => calls < ${page} + ${n}; // of a minute
\`\`\`

| Setting | Value | Meaning |
| --- | --- | --- |
| \`RATE_${n}\` | ${n} | How many requests of page ${page} are answered |
| \`WAIT_${n}\` | ${page} | How long the others wait, in milliseconds |

{% hint style="info" %}
Part ${n} applies to servers of release ${page}.${n}.
{% endhint %}
`;
  return Array.from({ length: 38 }, (_none, n) => section(n)).join('\n');
}
