import { aGrant, aTeam } from '../factories.ts';
import { aSite } from '../site-factories.ts';
import { aComment, anEntry, anotherMember, params, type World } from './authz-world.ts';
import { siteSettingsParams } from './authz-site-settings.ts';
import { siteParams } from './authz-sites.ts';

type Params = Readonly<Record<string, string>>;
type Fill = (world: World, found: Params) => unknown;

const makers = { ...params, ...siteParams, ...siteSettingsParams };
const ofContent: Fill = async (world) => [await anEntry(world, 'page'), await anEntry(world, 'file')];
const ofChangeRequest = (base: string) => `/v1/spaces/{spaceId}/change-requests/{changeRequestId}${base}`;

const aTeamMember: Fill = async (world, { teamId = '', userId }) => {
  const { prisma } = world.server.platform.db;
  const id = teamId || (await makers['teamId']!(world, {}));
  await prisma.teamMember.create({ data: { teamId: id, userId: userId ?? (await anotherMember(world)) } });
};

const installation = '/v1/integrations/{integrationName}/installations/{installationId}';

const changes = (list: object[]) => ({ changes: list });
const document = { markdown: 'See the [guide](https://docs.example.org/guide).' };

/** Creates a grant for a kind of holder on a kind of resource. */
const aGrantOn =
  (thing: 'spaces' | 'collections' | 'sites', holder: 'users' | 'teams'): Fill =>
  async (world, found) => {
    const { server, organizationId, spaceId, collectionId } = world;
    const on = { spaces: { spaceId }, collections: { collectionId }, sites: { siteId: found['siteId'] ?? '' } }[thing];
    const to =
      holder === 'users'
        ? { userId: await anotherMember(world) }
        : { teamId: (await aTeam(server, organizationId)).id };
    await aGrant(server, organizationId, { on, to, role: 'edit' });
  };

/** Fills lists whose items no path names. */
const fills: Readonly<Record<string, Fill>> = {
  '/v1/spaces/{spaceId}/commenters': (world) => aComment(world),
  [ofChangeRequest('/commenters')]: (world, { changeRequestId = '' }) => aComment(world, { changeRequestId }),
  [ofChangeRequest('/requested-reviewers')]: async (world, { changeRequestId = '' }) => {
    const { server, owner, revisionId } = world;
    const userId = await anotherMember(world);
    const data = { changeRequestId, userId, revisionId, requestedById: owner.userId };
    await server.platform.db.prisma.requestedReviewer.create({ data });
  },
  [ofChangeRequest('/reviews')]: async (world, { changeRequestId = '' }) => {
    const { platform } = world.server;
    const [id, reviewerId] = [platform.services.newId('rvw'), await anotherMember(world)];
    const data = { id, changeRequestId, reviewerId, status: 'approved', revisionId: world.revisionId };
    await platform.db.prisma.changeRequestReview.create({ data });
  },
  '/v1/orgs/{organizationId}/change-requests': (world) => makers['changeRequestId']!(world, {}),
  '/v1/integrations': async (world) => {
    // Public integrations of other organizations are listed too.
    await world.server.platform.db.prisma.integration.updateMany({ data: { visibility: 'private' } });
    await makers['integrationName']!(world, {});
  },
  '/v1/orgs/{organizationId}/installations': async (world) => {
    await makers['integrationName']!(world, {});
    await makers['installationId']!(world, {});
  },
  [`${installation}/spaces`]: ({ server, spaceId }, { installationId = '' }) =>
    server.platform.db.prisma.installationSpace.create({ data: { installationId, spaceId, configuration: {} } }),
  [`${installation}/sites`]: async ({ server, organizationId }, { installationId = '' }) => {
    const { id: siteId } = await aSite(server, organizationId);
    await server.platform.db.prisma.installationSite.create({ data: { installationId, siteId, configuration: {} } });
  },
  '/v1/spaces/{spaceId}/links': ({ principal, spaceId }) =>
    principal.rest(
      `POST /v1/spaces/${spaceId}/content`,
      changes([{ operation: 'insert_page', title: 'Quickstart', document }]),
    ),
  '/v1/spaces/{spaceId}/content/page/{pageId}/links': ({ principal, spaceId }, { pageId = '' }) =>
    principal.rest(
      `POST /v1/spaces/${spaceId}/content`,
      changes([{ operation: 'update_page', page: pageId, document }]),
    ),
  ...Object.fromEntries(
    (['users', 'teams'] as const).flatMap((holder) => [
      [`/v1/spaces/{spaceId}/permissions/${holder}`, aGrantOn('spaces', holder)],
      [`/v1/collections/{collectionId}/permissions/${holder}`, aGrantOn('collections', holder)],
      [`/v1/orgs/{organizationId}/sites/{siteId}/permissions/${holder}`, aGrantOn('sites', holder)],
    ]),
  ),
  '/v1/orgs/{organizationId}/teams/{teamId}/members': aTeamMember,
  '/v1/orgs/{organizationId}/members/{userId}/teams': aTeamMember,
};

/** Adds an item to a list, as the reference shows one: the resource of the path below, if there is one. */
export async function fillList(path: string, paths: readonly string[], world: World, found: Params): Promise<void> {
  const own = fills[path];
  if (own) return void (await own(world, found));
  if (/\/content(?:\/(?:pages|files))?$|\/revisions\/\{revisionId\}(?:\/(?:pages|files))?$/.test(path))
    return void (await ofContent(world, found));
  const [item = ''] = paths.filter(
    (one) => one.startsWith(`${path}/{`) && /^\{\w+\}$/.test(one.slice(path.length + 1)),
  );
  const name = item.slice(path.length + 2, -1);
  const { commentId: parentId, changeRequestId } = found;
  const place = changeRequestId === undefined ? {} : { changeRequestId };
  if (name === 'commentId') await aComment(world, place);
  else if (name === 'commentReplyId')
    await aComment(world, { ...place, ...(parentId === undefined ? {} : { parentId }) });
  else if (name !== 'userId' && name !== 'revisionId' && name !== '') await makers[name]?.(world, found);
}
