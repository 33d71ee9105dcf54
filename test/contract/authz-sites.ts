import { aSpace } from '../factories.ts';
import { aSite, aSiteGroup, aSiteSection, aSiteSpace } from '../site-factories.ts';
import { aRedirect } from '../site-settings-factories.ts';
import type { World } from './authz-world.ts';

type Params = Readonly<Record<string, string>>;
type Make = (world: World, params: Params) => Promise<string>;

/** Ids of a site and its parts. The parts belong to the site in the path. */
export const siteParams: Readonly<Record<string, Make>> = {
  siteId: async ({ server, organizationId }) => (await aSite(server, organizationId)).id,
  siteSectionId: async ({ server, organizationId }, { siteId = '', siteSectionGroupId = null }) => {
    const { id: spaceId } = await aSpace(server, organizationId);
    return aSiteSection(server, { siteId, spaceId, groupId: siteSectionGroupId });
  },
  siteSectionGroupId: ({ server }, { siteId = '' }) => aSiteGroup(server, siteId),
  siteSpaceId: async ({ server, organizationId }, { siteId = '' }) => {
    const { id: spaceId } = await aSpace(server, organizationId);
    return aSiteSpace(server, { siteId, spaceId });
  },
};

const site = '/v1/orgs/{organizationId}/sites/{siteId}';

const jsonSchema = { type: 'object', properties: { beta: { type: 'boolean' } }, additionalProperties: false };

const aFilledSite: Make = async ({ server, organizationId }, { siteId = '' }) =>
  aSiteSpace(server, { siteId, spaceId: (await aSpace(server, organizationId)).id });

/** Preparations of a site that operations require. */
export const sitePreparations: Readonly<Record<string, (world: World, params: Params) => Promise<unknown>>> = {
  [`POST ${site}/publish`]: ({ server, spaceId }, { siteId = '' }) => aSiteSpace(server, { siteId, spaceId }),
  [`GET ${site}/redirect`]: ({ server }, { siteId = '' }) => aRedirect(server, siteId, '/old'),
  [`GET ${site}/publishing/preview`]: aFilledSite,
  [`GET ${site}/publishing/preview/hidden-blocks`]: aFilledSite,
  [`GET ${site}/adaptive-schema`]: ({ server }, { siteId = '' }) =>
    server.platform.db.prisma.siteAdaptiveSchema.create({ data: { siteId, jsonSchema } }),
};

type Body = (world: World, params: Params) => unknown;

/** A space of the organization on which everyone has the role of their membership. */
const spaceBody: Body = async ({ server, organizationId }) => ({ spaceId: (await aSpace(server, organizationId)).id });

const besideSection: Make = (world, params) =>
  siteParams['siteSectionId']!(world, { ...params, siteSectionGroupId: '' });

const besideSiteSpace: Make = (world, params) => siteParams['siteSpaceId']!(world, params);

export const siteBodies: Readonly<Record<string, Body>> = {
  'POST /v1/orgs/{organizationId}/sites': () => ({ title: 'New site' }),
  [`PATCH ${site}`]: () => ({ title: 'New title' }),
  [`PUT ${site}/adaptive-schema`]: () => ({ jsonSchema }),
  [`PATCH ${site}/structure/sort`]: async (world, params) => ({
    item: { type: 'site-space', id: await besideSiteSpace(world, params) },
    position: { after: { type: 'site-space', id: await besideSiteSpace(world, params) } },
  }),
  [`POST ${site}/sections`]: spaceBody,
  [`PATCH ${site}/sections/{siteSectionId}`]: () => ({ title: 'New title' }),
  [`POST ${site}/sections/{siteSectionId}/move`]: async (world, params) => ({
    position: { before: { type: 'site-section', siteSection: await besideSection(world, params) } },
  }),
  [`POST ${site}/section-groups`]: () => ({ title: 'New group' }),
  [`PATCH ${site}/section-groups/{siteSectionGroupId}`]: () => ({ title: 'New title' }),
  [`POST ${site}/section-groups/{siteSectionGroupId}/sections`]: async (world, params) => ({
    sectionId: await besideSection(world, params),
  }),
  [`POST ${site}/section-groups/{siteSectionGroupId}/move`]: async (world, params) => ({
    position: { before: { type: 'site-section', id: await besideSection(world, params) } },
  }),
  [`POST ${site}/site-spaces`]: spaceBody,
  [`PATCH ${site}/site-spaces/{siteSpaceId}`]: () => ({ path: 'new' }),
  [`POST ${site}/site-spaces/{siteSpaceId}/move`]: async (world, params) => ({
    position: { after: { type: 'site-space', siteSpace: await besideSiteSpace(world, params) } },
  }),
};
