// Imports documentation that packages ship, publishes each set as a site, and reads every page without JavaScript: its title,
// words, images and links are compared with the source. Starts a server of its own from the build (`npm run build`). Exits with 1 when a link
// that the space calls right leads nowhere, or a page is missing. Usage: `npx tsx bench/crawl.ts [NAME]…`.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { crawlSite, type CrawlFigures } from './sets/crawl-site.ts';
import { download, root, sets } from './sets/download.ts';
import { importSet, senderTo } from './sets/import-set.ts';
import { measureShifts } from './sets/layout-shift.ts';
import { startServer } from './hostile/server.ts';

const names = process.argv.slice(2);
const usual = ['fastify', 'npm', 'undici', 'jest', 'bootstrap-vue'];
const chosen = sets.filter(({ name }) => (names.length === 0 ? usual : names).includes(name));

const columns = [
  'set',
  'pages',
  'titles',
  'words',
  'images',
  'links',
  'leading somewhere',
  'right links',
  'largest shift',
];
console.log(`| ${columns.join(' | ')} |\n|${columns.map(() => '---').join('|')}|`);

const server = await startServer({
  database: undefined,
  boxMs: 600_000,
  environment: { BULK_WORKER_HEAP_MIB: '1024', SITES_DOMAIN: 'sites.localhost' },
});
const send = senderTo(server);

/** Publishes a space as a site, and returns its URL. */
async function publish(organizationId: string, spaceId: string): Promise<URL> {
  const sites = `/v1/orgs/${organizationId}/sites`;
  const { id } = await send<{ id: string }>('POST', sites, { title: 'Set', spaces: [spaceId] });
  await send('PATCH', `${sites}/${id}`, { visibility: 'public' });
  await send('POST', `${sites}/${id}/publish`, {});
  const { urls } = await send<{ urls: { published: string } }>('GET', `${sites}/${id}`);
  return new URL(urls.published);
}

const share = (part: number, whole: number) => `${part} of ${whole}`;

function rowOf({ pages, titles, words, images, links, right }: CrawlFigures, shift: string): string[] {
  return [
    share(pages.found, pages.all),
    share(titles.found, titles.all),
    share(words.found, words.all),
    share(images.found, images.all),
    String(links.all),
    String(links.found),
    share(right.found, right.all),
    shift,
  ];
}

for (const set of chosen) {
  const { organizationId, spaceId } = await importSet(server, download(set));
  const url = await publish(organizationId, spaceId);
  const figures = await crawlSite({ send, spaceId, url, complain: (text) => console.error(`${set.name}: ${text}`) });
  const shift = await measureShifts(url, figures.samples, join('/tmp/octavo-crawl', set.name));
  console.log(`| ${[set.package, ...rowOf(figures, shift)].join(' | ')} |`);
  if (figures.pages.found < figures.pages.all || figures.right.found < figures.right.all) process.exitCode = 1;
  rmSync(join(root, set.name), { recursive: true, force: true });
}
await server.close();
