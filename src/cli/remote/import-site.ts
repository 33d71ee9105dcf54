import * as z from 'zod';
import { counted } from '../../lib/counted.ts';
import { failure } from '../../lib/errors.ts';
import { languageCodes } from '../../lib/languages.ts';
import type { Variant } from '../../domain/exchange/imports/preview-job.ts';
import type { ImportSource } from '../../text/imports/fields.ts';
import { printCounts } from '../import-report.ts';
import { startSpinner, type Spinner } from '../spinner.ts';
import { followJob } from './follow-job.ts';
import type { LocalContent } from './local-content.ts';
import { ask, type Server } from './server.ts';
import { Imported, Preview, sourceOf, startImport, upload } from './start-import.ts';

interface IntoSite {
  readonly site: string;
  readonly source?: ImportSource;
  readonly update?: boolean;
  readonly allowPartial?: boolean;
  readonly spinner: Spinner;
}

/**
 * Imports each version and language of a source into a space of its own, and adds these to a site as variants, the first one first. With
 * `update` those that the site has are updated. Ends at the first failure; what was imported stays.
 */
export async function importSite(server: Server, content: string | LocalContent, options: IntoSite): Promise<void> {
  const { update, allowPartial, spinner } = options;
  const source = sourceOf(content, options);
  const site = await readSite(server, options.site);
  const url = typeof content === 'string' ? content : await upload(server, content, spinner);
  // A preview needs a space. One that is made for it becomes that of the first variant.
  const there = site.siteSpaces.edges[0]?.node.space.id;
  const empty = there === undefined ? await createSpace(server, site, { title: site.title }) : undefined;
  const planned = await orWithout(server, empty, async () => {
    const job = await startImport(server, { space: there ?? empty ?? '', dryRun: true, input: { url, source } });
    return planSpaces(Preview.parse((await followJob(server, job, spinner)).result).variants, site);
  });
  spinner.stop();
  const present = planned.find(({ space }) => space !== undefined);
  if (present && update !== true)
    throw failure('already_exists', `The site has ${nameOf(present)} already; --update updates it`);
  for (const [at, one] of planned.entries()) {
    const progress = startSpinner(`Importing ${nameOf(one)} (${at + 1} of ${planned.length})`);
    const { version, language } = one;
    const input = { url, source, update, allowPartial, version, language };
    const fill = async (space: string) => {
      const { result } = await followJob(server, await startImport(server, { space, input }), progress);
      return Imported.parse(result);
    };
    try {
      const space = one.space ?? (await newSpace(server, site, one, at === 0 ? empty : undefined));
      const isNew = one.space === undefined;
      const { revision, ...counts } = await orWithout(server, isNew ? space : undefined, () => fill(space));
      if (isNew) await addToSite(server, site, { space, path: one.path });
      progress.stop();
      printCounts(counts, `, ${nameOf(one)}, space ${space}, revision ${revision}`);
    } finally {
      progress.stop();
    }
  }
  console.log(`${counted(planned.length, 'space')} on the site ${site.title}`);
}

interface PlannedSpace {
  readonly title: string;
  /** A language of spaces; undefined for one that they do not have. */
  readonly code: string | undefined;
  /** Undefined for the first one, which needs none. */
  readonly path: string | undefined;
  readonly version: string | undefined;
  readonly language: string | undefined;
  /** The space on the site that has it. */
  readonly space: string | undefined;
}

/** Plans a space for each variant. Those of one version have the same title, by which readers find its languages. */
function planSpaces(variants: readonly z.infer<typeof Variant>[], site: Site): PlannedSpace[] {
  const single = [{ version: null, language: null, title: null, pages: 0, isDefault: true }];
  const [first] = variants;
  const spaces = site.siteSpaces.edges.map(({ node }) => node.space);
  const names = new Set<string>();
  return (variants.length > 0 ? variants : single).map(({ version, language, title, isDefault }) => {
    const code = language === null ? undefined : codeOf(language);
    const common = title ?? site.title;
    const isClear = language === null || (code !== undefined && !names.has(`${common} ${code}`));
    const named = isClear ? common : `${common} (${language})`;
    names.add(`${common} ${code ?? ''}`);
    const known = spaces.find((space) => space.title === named && (space.language ?? undefined) === code);
    const parts = [version === first?.version ? null : version, language === first?.language ? null : language];
    const path = parts
      .filter((part) => part !== null)
      .join('-')
      .replaceAll(/[^\p{L}\p{N}._~-]/gu, '-');
    return {
      title: named,
      code,
      path: isDefault || path === '' ? undefined : path,
      version: version ?? undefined,
      language: variants.length > 0 ? (language ?? undefined) : undefined,
      space: known?.id,
    };
  });
}

/** The code of a language or of its language without a region, if spaces can have it. */
function codeOf(language: string): string | undefined {
  const code = language.toLowerCase();
  return [code, code.split(/[-_]/, 1)[0]].find((one) => one !== undefined && languageCodes.includes(one));
}

const nameOf = ({ title, language }: PlannedSpace) => (language === undefined ? title : `${title} in ${language}`);

const SpaceRead = z.object({ id: z.string(), title: z.string(), language: z.string().nullable() });
const SiteRead = z.object({
  site: z
    .object({
      id: z.string(),
      title: z.string(),
      organizationId: z.string(),
      siteSpaces: z.object({ edges: z.array(z.object({ node: z.object({ space: SpaceRead }) })) }),
    })
    .nullable(),
});
type Site = NonNullable<z.infer<typeof SiteRead>['site']>;

async function readSite(server: Server, id: string): Promise<Site> {
  const query = `query ($id: ID!) { site(id: $id) { id title organizationId
    siteSpaces(first: 1000) { edges { node { space { id title language } } } } } }`;
  const { site } = await ask(server, SiteRead, { query, variables: { id } });
  if (site === null) throw failure('not_found', `No site ${JSON.stringify(id)}`);
  return site;
}

const Created = z.object({ createSpace: z.object({ space: z.object({ id: z.string() }) }) });

async function createSpace(server: Server, { organizationId }: Site, input: Readonly<Record<string, unknown>>) {
  const query = `mutation ($organizationId: ID!, $input: CreateSpaceInput!) {
    createSpace(organizationId: $organizationId, input: $input) { space { id } } }`;
  return (await ask(server, Created, { query, variables: { organizationId, input } })).createSpace.space.id;
}

/** Creates the space of a variant, or makes one that was created before it. */
async function newSpace(server: Server, site: Site, { title, code }: PlannedSpace, made: string | undefined) {
  if (made === undefined) return createSpace(server, site, { title, language: code });
  await ask(server, z.unknown(), {
    query:
      'mutation ($spaceId: ID!, $input: UpdateSpaceInput!) { updateSpace(spaceId: $spaceId, input: $input) { space { id } } }',
    variables: { spaceId: made, input: { title, language: code } },
  });
  return made;
}

/** Returns what a function returns. When it fails, a space that was made for it is deleted. */
async function orWithout<Result>(
  server: Server,
  made: string | undefined,
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (made !== undefined)
      await ask(server, z.unknown(), {
        query: 'mutation ($spaceId: ID!) { deleteSpace(spaceId: $spaceId) { space { id } } }',
        variables: { spaceId: made },
      });
    throw error;
  }
}

const Added = z.object({ addSpaceToSite: z.object({ siteSpace: z.object({ id: z.string() }) }) });

async function addToSite(
  server: Server,
  { id: siteId }: Site,
  { space, path }: { readonly space: string; readonly path: string | undefined },
): Promise<void> {
  const { addSpaceToSite } = await ask(server, Added, {
    query: `mutation ($siteId: ID!, $input: AddSiteSpaceInput!) {
      addSpaceToSite(siteId: $siteId, input: $input) { siteSpace { id } } }`,
    variables: { siteId, input: { spaceId: space } },
  });
  if (path === undefined) return;
  await ask(server, z.unknown(), {
    query: `mutation ($siteId: ID!, $siteSpaceId: ID!, $input: UpdateSiteSpaceInput!) {
      updateSiteSpace(siteId: $siteId, siteSpaceId: $siteSpaceId, input: $input) { siteSpace { id } } }`,
    variables: { siteId, siteSpaceId: addSpaceToSite.siteSpace.id, input: { path } },
  });
}
