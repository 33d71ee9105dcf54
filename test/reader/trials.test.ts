import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeBrowser, hasChromium, withPage } from '../browser.ts';
import { minimalSpec, processedSpec } from '../openapi-specs.ts';
import { readPublished } from '../proposals.ts';
import { aPlainSite, aSitesWorld, customize, type SitesWorld } from '../published-sites.ts';
import { write } from '../visitors-world.ts';

const api = 'https://api.pets.example.org';
const operation = (method: string) =>
  `{% openapi-operation spec="pets" path="/pets/{id}" method="${method}" %}\n[x](https://example.org)\n{% endopenapi-operation %}`;
const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
const responses = { 200: { description: 'The pet' } };
const specification = minimalSpec({
  servers: [{ url: `${api}/v2` }, { url: 'https://eu.pets.example.org' }, { url: '/relative' }],
  security: [{ key: [] }],
  paths: {
    '/pets/{id}': {
      put: {
        parameters: [
          id,
          { name: 'dry run', in: 'query', schema: { type: 'boolean' } },
          { name: 'X-Trace', in: 'header', schema: { type: 'string' } },
        ],
        requestBody: { content: { 'application/json': { schema: { type: 'object' }, example: { kind: 'cat' } } } },
        responses,
      },
    },
  },
  components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
});

let world: SitesWorld;
let site: Awaited<ReturnType<typeof aPlainSite>>;

beforeAll(async () => {
  world = await aSitesWorld('trying');
  site = await aPlainSite(world, { visibility: 'public' });
  const { owner, organizationId } = world;
  await owner.rest(`PUT /v1/orgs/${organizationId}/openapi/pets`, { source: { text: JSON.stringify(specification) } });
  await processedSpec(owner, organizationId, 'pets');
  await write(owner, site.spaceId, [
    { operation: 'insert_page', title: 'Replace', document: { markdown: operation('put') } },
  ]);
});

afterAll(() => closeBrowser());

async function read(path = '/replace') {
  const { headers, body } = await readPublished(world, `${site.url}${path}`);
  const [connect] = /connect-src [^;]*/.exec(String(headers['content-security-policy'])) ?? [];
  return { connect, hasForm: String(body).includes('class="trial"'), hasScript: String(body).includes('trials.') };
}

it('a page of an operation sends no requests unless its site allows it, and then only to the servers of its specification', async () => {
  expect(await read()).toEqual({ connect: "connect-src 'self'", hasForm: false, hasScript: false });
  await customize(world, site.id, { openapi: { tryIt: true } });
  expect(await read()).toEqual({
    connect: `connect-src 'self' ${api} https://eu.pets.example.org`,
    hasForm: true,
    hasScript: true,
  });
  expect(await read('/guide')).toEqual({ connect: "connect-src 'self'", hasForm: false, hasScript: false });
});

describe.skipIf(!hasChromium)('a request from the browser', () => {
  it('has what its reader entered, and shows the answer; the key stays in the tab', () =>
    withPage(
      `${site.url}/guide`,
      async ({ page, complaints }) => {
        const sent: unknown[] = [];
        await page.route(`${api}/**`, async (route) => {
          const request = route.request();
          const headers = await request.allHeaders();
          sent.push({
            method: request.method(),
            url: request.url(),
            key: headers['x-key'],
            trace: headers['x-trace'],
            cookie: headers['cookie'],
            body: request.postDataJSON() as unknown,
          });
          await route.fulfill({
            status: 200,
            headers: { 'access-control-allow-origin': '*', 'content-type': 'application/json' },
            body: '{"id":7,"kind":"dog"}',
          });
        });
        await page.goto(`${site.url}/replace`);
        await page.getByText('Try it').click();
        await page.getByLabel('Token or key (X-Key)').fill('secret-key');
        await page.getByLabel('id', { exact: true }).fill('7/8');
        await page.getByLabel('dry run').fill('true');
        await page.getByRole('textbox', { name: 'Request body' }).fill('{"kind":"dog"}');
        await page.screenshot({ path: '/tmp/octavo-pages/trial.png', fullPage: true });
        await page.getByRole('button', { name: 'Send request' }).click();
        await page.getByText('"kind": "dog"').waitFor();
        expect(await page.locator('.trial .status-2').textContent()).toContain('200');
        expect(sent).toEqual([
          {
            method: 'PUT',
            url: `${api}/v2/pets/7%2F8?dry+run=true`,
            key: 'secret-key',
            trace: undefined,
            cookie: undefined,
            body: { kind: 'dog' },
          },
        ]);
        await page.reload();
        await page.getByText('Try it').click();
        expect(await page.getByLabel('Token or key (X-Key)').inputValue()).toBe('secret-key');
        expect(await page.evaluate(() => JSON.stringify([Object.keys(localStorage), document.cookie]))).not.toContain(
          'secret',
        );
        expect(complaints).toEqual([]);
      },
      { app: world.server.app },
    ));

  it('that gets no answer says so', () =>
    withPage(
      `${site.url}/replace`,
      async ({ page }) => {
        await page.route(`${api}/**`, (route) => route.abort());
        await page.getByText('Try it').click();
        await page.getByRole('button', { name: 'Send request' }).click();
        await page.getByText('The server did not answer').waitFor();
        expect(await page.getByRole('button', { name: 'Send request' }).isEnabled()).toBe(true);
      },
      { app: world.server.app },
    ));
});
