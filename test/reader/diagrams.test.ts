import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeBrowser, hasChromium, withPage } from '../browser.ts';
import { readPublished } from '../proposals.ts';
import { aPlainSite, aSitesWorld, type SitesWorld } from '../published-sites.ts';
import { write } from '../visitors-world.ts';

const fenced = (source: string) => `\`\`\`mermaid\n${source}\n\`\`\``;
const flow = 'flowchart LR\n  accTitle: How a page is published\n  a[Draft] --> b{Review} -->|merged| c[Published]';
const sequence = 'sequenceDiagram\n  Reader->>Server: GET /guide\n  Server-->>Reader: 200';
const hostile = [
  '%%{init: {"securityLevel": "loose", "themeCSS": "* { background: url(https://stolen.example.org/) }"}}%%',
  'flowchart LR\n  a["<img src=https://stolen.example.org/ onerror=alert(1)>"] --> b',
  '  click a "javascript:alert(1)"',
].join('\n');

let world: SitesWorld;
let site: Awaited<ReturnType<typeof aPlainSite>>;

beforeAll(async () => {
  world = await aSitesWorld('drawing');
  site = await aPlainSite(world, { visibility: 'public' });
  const page = (title: string, ...sources: readonly string[]) => ({
    operation: 'insert_page',
    title,
    document: { markdown: sources.map(fenced).join('\n\n') },
  });
  const files = await write(world.owner, site.spaceId, [
    {
      operation: 'insert_files',
      files: [{ name: 'flow.drawio', ref: 'flow', base64: Buffer.from('<mxfile/>').toString('base64') }],
    },
  ]);
  const drawing = { markdown: `![The flow](/files/${files.get('flow')})` };
  await write(world.owner, site.spaceId, [
    { operation: 'insert_page', title: 'Drawing', document: drawing },
    page('Diagrams', flow, sequence, 'flowchart LR\n  a -->'),
    page('Hostile', hostile),
  ]);
});

afterAll(() => closeBrowser());

const read = async (path: string) => {
  const { headers, body } = await readPublished(world, `${site.url}${path}`);
  return { policy: String(headers['content-security-policy']), body: String(body) };
};

it('a diagram is its source without scripts, and only pages with one load what draws it', async () => {
  const { policy, body } = await read('/diagrams');
  expect(body.match(/<figure class="code diagram"><figcaption>Mermaid<\/figcaption><pre/g)).toHaveLength(3);
  expect(body).toContain('diagrams.');
  expect([policy.includes("frame-src 'self'"), policy.includes("img-src 'self' https: blob:")]).toEqual([true, true]);
  const guide = await read('/guide');
  expect([guide.body.includes('diagrams.'), /frame-src|blob:/.test(guide.policy)]).toEqual([false, false]);
});

it('the source of a drawing in the place of an image is a link to it', async () => {
  const { body } = await read('/drawing');
  expect(body).toMatch(/<a class="file-link" href="[^"]*flow\.drawio\?v=[0-9a-f]+">flow\.drawio <small>DRAWIO/);
  expect(body).not.toMatch(/<img[^>]*flow\.drawio/);
});

it('the frame that draws reaches nothing but its scripts', async () => {
  const { body } = await read('/diagrams');
  const [, address = ''] = /data-diagram-frame="([^"]*)"/.exec(body) ?? [];
  const { headers } = await readPublished(world, new URL(address, site.url).href);
  expect(headers['content-security-policy']).toBe(
    "sandbox allow-scripts; default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
  );
});

describe.skipIf(!hasChromium)('a diagram in a browser', () => {
  it.each([
    [1_280, 'light'],
    [768, 'dark'],
    [390, 'light'],
  ] as const)('is drawn %i pixels wide and %s, with its source below it', (width, colorScheme) =>
    withPage(
      `${site.url}/diagrams`,
      async ({ page, complaints, requests }) => {
        const pictures = page.locator('figure.diagram picture img');
        await expect.poll(() => pictures.count()).toBe(2);
        await page.waitForFunction(() => [...document.images].every(({ naturalWidth }) => naturalWidth > 0));
        expect(await pictures.first().getAttribute('alt')).toContain('How a page is published');
        expect(await pictures.first().evaluate((image: HTMLImageElement) => image.currentSrc)).toMatch(/^blob:/);
        // Nothing but the source of a diagram with an error.
        expect(await page.locator('figure.diagram > pre').textContent()).toContain('a -->');
        await page.getByText('Source of the diagram').first().click();
        expect(await page.locator('figure.diagram pre').first().isVisible()).toBe(true);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(overflow).toBeLessThanOrEqual(0);
        await page.screenshot({ path: `/tmp/octavo-pages/diagrams-${width}-${colorScheme}.png`, fullPage: true });
        expect(complaints).toEqual([]);
        expect(requests.filter((url) => !url.startsWith('blob:') && !url.startsWith(new URL(site.url).origin))).toEqual(
          [],
        );
      },
      { app: world.server.app, viewport: { width, height: 900 }, colorScheme },
    ),
  );

  it('shows nothing of other hosts and runs nothing, whatever its author wrote', () =>
    withPage(
      `${site.url}/hostile`,
      async ({ page }) => {
        const sent: string[] = [];
        // A request that the policy refuses begins, and has no answer.
        page.on('response', (response) => sent.push(response.url()));
        await page.reload();
        await expect.poll(() => page.locator('figure.diagram picture img').count()).toBe(1);
        await page.waitForFunction(() => [...document.images].every(({ naturalWidth }) => naturalWidth > 0));
        expect(sent.some((url) => url.includes('diagram-frame.js'))).toBe(true);
        expect(sent.filter((url) => url.includes('stolen'))).toEqual([]);
      },
      { app: world.server.app },
    ));
});
