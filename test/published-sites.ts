import { anOrganization } from './factories.ts';
import { startServer, type Caller, type Harness } from './harness.ts';
import { aSection, aSite, aSiteSpace, pixel, write } from './visitors-world.ts';

/** An organization with a hostname for its sites. */
export interface SitesWorld {
  readonly server: Harness;
  readonly owner: Caller;
  readonly organizationId: string;
  readonly host: string;
  /** URL of the hostname. */
  readonly base: string;
}

export async function aSitesWorld(host: string): Promise<SitesWorld> {
  const server = await startServer();
  const { id: organizationId, owner } = await anOrganization(server, { hostname: host });
  return { server, owner, organizationId, host, base: `https://${host}.sites.test` };
}

type SiteValues = Parameters<typeof aSite>[2];

const schema = {
  type: 'object',
  properties: { beta: { type: 'boolean' } },
  additionalProperties: false,
};

/** A site of two sections: `docs` with two variants, and `api`. */
export async function aSectionedSite({ server, organizationId, base }: SitesWorld, values: SiteValues = {}) {
  const site = await aSite(server, organizationId, { schema, ...values });
  const at = { siteId: site.id, organizationId };
  const docs = await aSection(server, site.id, { path: 'docs', isDefault: true });
  const api = await aSection(server, site.id, { path: 'api' });
  const latest = await aSiteSpace(server, at, { path: 'latest', sectionId: docs, isDefault: true });
  const older = await aSiteSpace(server, at, { path: 'v1', sectionId: docs });
  const reference = await aSiteSpace(server, at, { path: 'reference', sectionId: api, isDefault: true });
  return { ...site, url: `${base}/${site.basename}`, docs, api, latest, older, reference };
}

/** A site of one space with a page, a hidden page, a file and a reusable text. */
export async function aPlainSite({ server, organizationId, base, owner }: SitesWorld, values: SiteValues = {}) {
  const site = await aSite(server, organizationId, { schema, ...values });
  const part = await aSiteSpace(server, { siteId: site.id, organizationId }, { path: 'main', isDefault: true });
  const ids = await write(owner, part.spaceId, [
    { operation: 'insert_files', files: [{ name: 'a.png', ref: 'shown', base64: pixel }] },
    {
      operation: 'insert_page',
      ref: 'home',
      title: 'Home',
      document: { markdown: 'Hello ![a](./shown)\n\n{% if visitor.claims.beta %}\nBeta news\n{% endif %}' },
    },
    { operation: 'insert_page', ref: 'guide', title: 'Guide', document: { markdown: '# First\n\nA guide.' } },
    { operation: 'insert_page', ref: 'deep', title: 'Deep', into: 'guide', document: { markdown: 'Deep text' } },
    {
      operation: 'insert_page',
      ref: 'beta',
      title: 'Beta',
      condition: 'visitor.claims.beta',
      document: { markdown: 'For beta users' },
    },
  ]);
  const readId = (name: string) => ids.get(name) ?? '';
  return { ...site, ...part, siteSpaceId: part.id, id: site.id, url: `${base}/${site.basename}`, idOf: readId };
}

/** Changes settings of the appearance of a site. */
export async function customize(
  { owner, organizationId }: SitesWorld,
  siteId: string,
  settings: object,
): Promise<void> {
  const at = `/v1/orgs/${organizationId}/sites/${siteId}/customization`;
  const { status, body } = await owner.rest(`PATCH ${at}`, settings);
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
}

/** Turns the question on with which pages of a site end. */
export const askForFeedback = (world: SitesWorld, siteId: string): Promise<void> =>
  customize(world, siteId, { feedback: { enabled: true } });
