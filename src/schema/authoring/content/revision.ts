import { requireScope } from '../../../access/policy.ts';
import { revisionTypes } from '../../../text/content/fields.ts';
import { getFile, listFiles, listAllFiles } from '../../../domain/authoring/content/files.ts';
import { getRevisionOf } from '../../../domain/authoring/content/history.ts';
import { flatten } from '../../../domain/authoring/content/page.ts';
import { getPage, getPageByPath, listPages, loadTree } from '../../../domain/authoring/content/pages.ts';
import { pickContent, type Revision as RevisionModel } from '../../../domain/authoring/content/revisions.ts';
import type { Context } from '../../../domain/core/context.ts';
import { getRevisionState, revisionStateId } from '../../../domain/authoring/content/state-ids.ts';
import { appUrl } from '../../../domain/core/urls.ts';
import { invalid } from '../../../lib/errors.ts';
import { builder } from '../../builder.ts';
import { pageArgs, pageRequest, toConnection } from '../../connection.ts';
import { contractEnum } from '../../enums.ts';
import { Space } from '../spaces/space.ts';
import { User } from '../../people/users/user.ts';
import { File, FileConnection } from './file.ts';
import { Page, PageConnection } from './page.ts';

const RevisionTypeEnum = contractEnum('RevisionType', 'How a revision was created.', revisionTypes);

export const Revision = builder.objectRef<RevisionModel>('Revision');

/** Requires `space:content:read`. A token without it, such as one that may only import, sees a revision but not its content. */
export function readable(ctx: Context, revision: RevisionModel): RevisionModel {
  requireScope(ctx.actor, 'space:content:read');
  return revision;
}

builder.node(Revision, {
  description:
    'A state of the content of a space: an immutable revision, or the active revision of the main content or of a change request.',
  id: {
    description:
      'Id of the revision. For the active revision: `live_`, followed by the id of the space or change request.',
    resolve: revisionStateId,
  },
  loadOne: (id, ctx) => getRevisionState(ctx, id),
  fields: (t) => ({
    revisionId: t.exposeID('id', {
      description: 'Id of the state, as REST has it; `id` also says in which space or change request it is.',
    }),
    type: t.expose('type', { type: RevisionTypeEnum, description: 'How the revision was created.' }),
    parentIds: t.exposeIDList('parents', { description: 'Ids of the revisions that the revision was created from.' }),
    spaceId: t.exposeID('spaceId', { description: 'Id of the space whose content it is.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the revision was created.' }),
    createdBy: t.field({
      type: User,
      nullable: true,
      description: 'The user who created the revision; null when the account was deleted.',
      resolve: ({ createdById }, _args, ctx) => (createdById === null ? null : ctx.loaders.user.load(createdById)),
    }),
    appUrl: t.field({
      type: 'URL',
      description: 'URL of the revision in the application.',
      resolve: ({ spaceId, id }, _args, ctx) => appUrl(ctx.urls, 'spaces', spaceId, 'revisions', id),
    }),
    tree: t.field({
      type: [Page],
      description: 'The pages at the top of the tree, in order. `pages` of a page has the pages below it.',
      resolve: (revision, _args, ctx) => loadTree(ctx, readable(ctx, revision)),
    }),
    pages: t.field({
      type: PageConnection,
      description: 'The pages in reading order; `parentId` gives the tree.',
      args: { ...pageArgs },
      resolve: async (revision, args, ctx) =>
        toConnection(await listPages(ctx, readable(ctx, revision), pageRequest(args))),
    }),
    allPages: t.field({
      type: [Page],
      description: 'All pages in reading order; `parentId` gives the tree.',
      resolve: async (revision, _args, ctx) => flatten(await loadTree(ctx, readable(ctx, revision))),
    }),
    page: t.field({
      type: Page,
      nullable: true,
      description: 'A page by id or by path; exactly one of them is required.',
      args: {
        id: t.arg.id({ description: 'Id of the page.' }),
        path: t.arg.string({ description: 'Path of the page: the slugs from the top of the tree, joined by slashes.' }),
      },
      resolve: (parent, { id, path }, ctx) => {
        const revision = readable(ctx, parent);
        if (typeof id === 'string' && typeof path !== 'string') return getPage(ctx, revision, id);
        if (typeof path === 'string' && typeof id !== 'string') return getPageByPath(ctx, revision, path);
        throw invalid('id', 'Exactly one of id and path is required');
      },
    }),
  }),
});

builder.objectFields(Revision, (t) => ({
  files: t.field({
    type: FileConnection,
    description: 'The files, sorted by name.',
    args: { ...pageArgs },
    resolve: async (revision, args, ctx) =>
      toConnection(await listFiles(ctx, readable(ctx, revision), pageRequest(args))),
  }),
  allFiles: t.field({
    type: [File],
    description: 'All files, sorted by name.',
    resolve: (revision, _args, ctx) => listAllFiles(ctx, readable(ctx, revision)),
  }),
  file: t.field({
    type: File,
    nullable: true,
    description: 'A file by id.',
    args: { id: t.arg.id({ required: true, description: 'Id of the file.' }) },
    resolve: (revision, { id }, ctx) => getFile(ctx, readable(ctx, revision), id),
  }),
}));

/** Arguments that leave parts out of content. */
export const contentArgs = builder.args((t) => ({
  metadata: t.boolean({
    description: 'Whether the commit of the revision is included; true when omitted.',
  }),
  computed: t.boolean({
    description: 'Whether computed pages have their texts; true when omitted.',
  }),
}));

/** Returns the revision with the options of `contentArgs`. */
export const withContentOptions = (
  revision: RevisionModel,
  { computed, metadata }: { computed?: boolean | null; metadata?: boolean | null },
): RevisionModel => ({
  ...revision,
  ...(computed === false && { skipsComputed: true }),
  ...(metadata === false && { skipsMetadata: true }),
});

builder.objectField(Space, 'content', (t) =>
  t.field({
    type: Revision,
    description: 'The content of the space: its active revision, or another one.',
    args: {
      revisionId: t.arg.id({
        description: 'Id of a revision of the space or of a change request in it; the active revision when omitted.',
      }),
      ...contentArgs,
    },
    resolve: async (space, { revisionId, ...args }, ctx) =>
      withContentOptions(
        typeof revisionId === 'string' ? await getRevisionOf(ctx, space.id, revisionId) : await pickContent(ctx, space),
        args,
      ),
  }),
);
