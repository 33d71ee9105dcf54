import { beforeAll, expect, it } from 'vitest';
import { anOrganization, aSpace } from '../factories.ts';
import { startServer, type Caller, type Harness } from '../harness.ts';
import { holds, readText, type Claims } from './visitors-conditions.ts';
import { checkPages } from './visitors-pages.ts';
import { checkViews } from './visitors-views.ts';
import { allowed, claimsArbitrary, findParent, pathTo, schema, site, word, type SpaceModel } from './visitors-model.ts';
import { aSection, aSite, aSiteSpace, lookUp, readerOf, write } from '../visitors-world.ts';
import { fc } from '../setup/properties.ts';
import { allOr } from '../setup/size.ts';

let server: Harness;
let owner: Caller;
let organizationId: string;
const host = 'oracle';
beforeAll(async () => {
  server = await startServer();
  ({ id: organizationId, owner } = await anOrganization(server, { hostname: host }));
});

let worlds = 0;

/** Writes a space, and returns the ids of its pages and files by name. */
async function aWrittenSpace(model: SpaceModel, world: number) {
  // A title that occurs nowhere else: the switch of variants names them by it.
  const title = `Variant zq${world}t`;
  const { id } = await aSpace(server, organizationId, { title });
  const files = [0, 1, 2].map((at) => ({
    name: `f${at}.txt`,
    ref: `f${at}`,
    contentType: 'text/plain',
    base64: Buffer.from(`${world} ${at}`).toString('base64'),
  }));
  const refs = await write(owner, id, [{ operation: 'insert_files', files }]);
  const markdown = (at: number, words = world) =>
    (model.pages[at]?.parts ?? [])
      .map(({ condition, link, file }, piece) => {
        const body = [
          word(words, at, piece),
          link !== null && link < model.pages.length ? `[to](/${pathTo(model, link)})` : '',
          file === null ? '' : `[file](/files/${refs.get(`f${file}`)})`,
        ].join(' ');
        return condition === null ? body : `{% if ${readText(condition)} %}\n${body}\n{% endif %}`;
      })
      .join('\n\n');
  // Pages first, so that links to later ones are found.
  const inserted = await write(
    owner,
    id,
    model.pages.map(({ condition }, at) => {
      const parent = findParent(model, at);
      return {
        operation: 'insert_page',
        ref: `p${at}`,
        title: `P${at}`,
        slug: `p${at}`,
        ...(parent === null ? {} : { into: `p${parent}` }),
        ...(condition === null ? {} : { condition: readText(condition) }),
        document: { markdown: '' },
      };
    }),
  );
  const writeTexts = (words: number) =>
    model.pages.map((_, at) => ({
      operation: 'update_page',
      page: inserted.get(`p${at}`),
      document: { markdown: markdown(at, words) },
    }));
  await write(owner, id, writeTexts(world));
  return {
    id,
    title,
    writeTexts,
    pages: model.pages.map((_, at) => inserted.get(`p${at}`) ?? ''),
    files: [0, 1, 2].map((at) => refs.get(`f${at}`) ?? ''),
  };
}

it('visitors read by every route what brute force allows, and nothing else', async () => {
  let checked = 0;
  await fc.assert(
    fc.asyncProperty(site, fc.array(claimsArbitrary, { minLength: 2, maxLength: 3 }), async (model, visitors) => {
      const made = await aSite(server, organizationId, { schema });
      const sectionId = await aSection(server, made.id, {
        path: 's',
        isDefault: true,
        condition: model.section === null ? null : readText(model.section),
      });
      const spaces: (Awaited<ReturnType<typeof aWrittenSpace>> & { model: SpaceModel; world: number })[] = [];
      for (const [at, one] of model.spaces.entries()) {
        const world = (worlds += 1);
        const written = await aWrittenSpace(one, world);
        await aSiteSpace(
          server,
          { siteId: made.id, organizationId },
          {
            path: `v${at}`,
            sectionId,
            spaceId: written.id,
            isDefault: at === 0,
            condition: one.condition === null ? null : readText(one.condition),
          },
        );
        spaces.push({ ...written, model: one, world });
      }
      for (const claims of visitors) {
        const { beta, plan, dark } = claims;
        const look = await lookUp(server, `https://${host}.sites.test/${made.basename}`, {
          jwtToken: await made.tokenFor({ beta, plan }),
          unsignedClaims: { dark },
        });
        const shown = spaces.filter((one) => holds(model.section, claims) && holds(one.model.condition, claims));
        expect(look.status).toBe(shown.length > 0 ? 200 : 404);
        if (look.status !== 200) continue;
        expect(look.body.space).toBe(shown[0]?.id);
        checked += await checkSite(readerOf(server, look.body.apiToken), made.id, { spaces, shown, claims });
        const url = `https://${host}.sites.test/${made.basename}`;
        checked += await checkPages(server, { url, site: made, spaces, shown, claims });
        // Views take as many requests as the site itself, so one visitor asks for them.
        const views = { url, site: made, spaces, shown, claims, words: (worlds += 1) };
        if (claims === visitors[0]) checked += await checkViews({ server, owner }, views);
        for (const one of spaces) {
          checked += await checkSpace(readerOf(server, look.body.apiToken), one, shown.includes(one) ? claims : null);
        }
      }
    }),
    { numRuns: allOr(6, 3) },
  );
  // Checks that the generator has created enough to compare.
  expect(checked).toBeGreaterThan(100);
  // Each run takes half a minute of processor time, and a busy machine many times that.
}, 1_800_000);

interface WrittenSpace {
  readonly id: string;
  readonly model: SpaceModel;
  readonly world: number;
}

/** Compares the published site and its search with brute force. Returns the number of comparisons. */
async function checkSite(
  read: ReturnType<typeof readerOf>,
  siteId: string,
  {
    spaces,
    shown,
    claims,
  }: { readonly spaces: readonly WrittenSpace[]; readonly shown: readonly WrittenSpace[]; readonly claims: Claims },
): Promise<number> {
  const at = `/v1/orgs/${organizationId}/sites/${siteId}`;
  const { structure, customizations } = (await read(`GET ${at}/published`)).body;
  const parts = structure.structure.flatMap((section: any) => section.siteSpaces);
  expect(parts.map((part: any) => part.space.id)).toEqual(shown.map(({ id }) => id));
  expect(parts.map((part: any) => part.default)).toEqual(shown.map((_, index) => index === 0));
  expect(Object.keys(customizations.siteSpaces).toSorted()).toEqual(parts.map((part: any) => part.id).toSorted());
  for (const one of spaces) {
    const found = (await read(`POST ${at}/search`, { query: word(one.world, 0, 0) })).body;
    const isFound = shown.includes(one) && allowed(one.model, claims).pages.includes(0);
    const hasWord =
      isFound &&
      allowed(one.model, claims)
        .parts(0)
        .some(({ piece }) => piece === 0);
    expect([found.count, found.items.map(({ id }: any) => id)]).toEqual(hasWord ? [1, [one.id]] : [0, []]);
  }
  return 3 + spaces.length;
}

/**
 * Compares every route with brute force; null for a space that is hidden as a whole. Returns the number of comparisons.
 */
async function checkSpace(
  read: ReturnType<typeof readerOf>,
  {
    id,
    pages,
    files,
    model,
    world,
  }: { id: string; pages: string[]; files: string[]; model: SpaceModel; world: number },
  claims: Claims | null,
): Promise<number> {
  let checked = 0;
  const same = (what: string, found: unknown, expected: unknown) => {
    checked += 1;
    expect([what, found]).toEqual([what, expected]);
  };
  const at = `GET /v1/spaces/${id}`;
  const space_ = await read(at);
  same('space', space_.status, claims === null ? 404 : 200);
  if (claims === null) {
    for (const path of [
      '/content',
      '/content/pages',
      `/content/page/${pages[0]}`,
      '/content/files',
      '/search?query=zq',
      '/links',
      '/pdf',
    ])
      same(path, (await read(`${at}${path}`)).status, 404);
    return checked;
  }
  const want = allowed(model, claims);
  const wantedPages = want.pages.map((one) => pages[one]);
  const wantedFiles = want.files.map((one) => files[one]).toSorted();
  const revision = await read(`${at}/revisions/${space_.body.revision}?metadata=true`);
  type Node = { id: string; pages?: Node[]; documentId?: string };
  const flat = (nodes: readonly Node[]): Node[] => nodes.flatMap((node) => [node, ...flat(node.pages ?? [])]);
  same(
    'tree',
    flat(revision.body.pages)
      .map((node) => node.id)
      .toSorted(),
    wantedPages.toSorted(),
  );
  same('tree files', revision.body.files.map((file: Node) => file.id).toSorted(), wantedFiles);
  same(
    'pages',
    flat((await read(`${at}/content/pages`)).body.pages)
      .map((node) => node.id)
      .toSorted(),
    wantedPages.toSorted(),
  );
  const listed = (await read(`${at}/content/files?limit=1000`)).body;
  same(
    'files',
    [listed.count, listed.items.map((file: Node) => file.id).toSorted()],
    [wantedFiles.length, wantedFiles],
  );
  for (const [index, file] of files.entries())
    same(`file ${index}`, (await read(`${at}/content/files/${file}`)).status, want.files.includes(index) ? 200 : 404);
  const listLinks = (one: number) =>
    want
      .parts(one)
      .flatMap(({ link, file }) => [
        ...(link !== null && link < model.pages.length ? [`p${link}`] : []),
        ...(file === null ? [] : [`f${file}`]),
      ]);
  for (const [index, pageId] of pages.entries()) {
    const isShown = want.pages.includes(index);
    const status = isShown ? 200 : 404;
    const words = want.parts(index).map(({ piece }) => word(world, index, piece));
    const wordsIn = (text: unknown) => [
      ...new Set(JSON.stringify(text).match(new RegExp(`${word(world, index, 0).slice(0, -1)}\\d`, 'g')) ?? []),
    ];
    const [byId, byPath, document, links, backlinks] = await Promise.all([
      read(`${at}/content/page/${pageId}?format=markdown`),
      read(`${at}/content/path/${encodeURIComponent(pathTo(model, index))}`),
      read(`${at}/revisions/${space_.body.revision}/page/${pageId}/document?evaluated=true`),
      read(`${at}/content/page/${pageId}/links?limit=100`),
      read(`${at}/content/page/${pageId}/backlinks?limit=100`),
    ]);
    same(
      `page ${index}`,
      [byId, byPath, document, links, backlinks].map((reply) => reply.status),
      [status, status, status, status, status],
    );
    const stored = await documentIdOf(id, pageId);
    const text = stored === null ? null : await read(`${at}/documents/${stored}`);
    if (!isShown) {
      if (text !== null) same(`text ${index}`, text.status, 404);
      continue;
    }
    same(`markdown ${index}`, wordsIn(byId.body.markdown), words);
    same(`markdown by path ${index}`, wordsIn(byPath.body.markdown), words);
    same(`document ${index}`, wordsIn(document.body), words);
    if (text !== null) same(`text ${index}`, wordsIn(text.body), words);
    expect(JSON.stringify([byId.body, document.body, text?.body])).not.toMatch(/visitor\.claims|\{% /);
    same(
      `links ${index}`,
      [links.body.count, links.body.stats.total],
      [listLinks(index).length, listLinks(index).length],
    );
    const from = want.pages
      .filter((other) => other !== index && listLinks(other).includes(`p${index}`))
      .map((other) => pages[other]);
    same(
      `backlinks ${index}`,
      [backlinks.body.count, backlinks.body.items.map((item: { page: Node }) => item.page.id).toSorted()],
      [from.length, from.toSorted()],
    );
    for (const { piece } of model.pages[index]?.parts.map((_, nth) => ({ piece: nth })) ?? []) {
      const found = await read(`${at}/search?query=${word(world, index, piece)}`);
      const isFound = want.parts(index).some((one) => one.piece === piece);
      same(
        `search ${index} ${piece}`,
        [found.body.count, found.body.items.map((item: Node) => item.id)],
        isFound ? [1, [pageId]] : [0, []],
      );
    }
  }
  return checked;
}

async function documentIdOf(line: string, pageId: string): Promise<string | null> {
  const row = await server.platform.db.prisma.contentEntry.findFirst({
    where: { line, entryId: pageId, toSeq: null },
    select: { documentId: true },
  });
  return row?.documentId ?? null;
}
