import { requireScope } from '../../access/policy.ts';
import { revisionTypes } from '../../domain/content/fields.ts';
import { getFile, listFiles, listAllFiles } from '../../domain/content/files.ts';
import { getRevisionOf } from '../../domain/content/history.ts';
import { flatten } from '../../domain/content/page.ts';
import { getPage, getPageByPath, readTree } from '../../domain/content/pages.ts';
import { contentOf, type Revision as RevisionModel } from '../../domain/content/revisions.ts';
import type { Context } from '../../domain/context.ts';
import { getRevisionState, revisionStateId } from '../../domain/content/state-ids.ts';
import { appUrl } from '../../domain/urls.ts';
import { invalid } from '../../lib/errors.ts';
import { builder } from '../builder.ts';
import { pageArgs, pageRequest, toConnection } from '../connection.ts';
import { contractEnum } from '../enums.ts';
import { Space } from '../spaces/space.ts';
import { User } from '../users/user.ts';
import { File, FileConnection } from './file.ts';
import { Page } from './page.ts';

const RevisionTypeEnum = contractEnum('RevisionType', 'How a revision was made.', revisionTypes);

export const Revision = builder.objectRef<RevisionModel>('Revision');

/** Authorizes reading the content of a revision: a token that may only import is shown the revision, but not its content. */
export function readable(ctx: Context, revision: RevisionModel): RevisionModel {
  requireScope(ctx.actor, 'space:content:read');
  return revision;
}

builder.node(Revision, {
  description:
    'A state of the content of a space: a revision, which never changes, or whichever revision is active in the main content or a change request.',
  id: {
    description: 'Id of the revision; of the main content or of a change request, `live_` and the id of it.',
    resolve: revisionStateId,
  },
  loadOne: (id, ctx) => getRevisionState(ctx, id),
  fields: (t) => ({
    revisionId: t.exposeID('id'),
    type: t.expose('type', { type: RevisionTypeEnum, description: 'How it was made.' }),
    parents: t.exposeIDList('parents', { description: 'Ids of the revisions it was made from.' }),
    spaceId: t.exposeID('spaceId'),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    createdBy: t.field({
      type: User,
      nullable: true,
      description: 'Who created it; null when the user was deleted.',
      resolve: ({ createdById }, _args, ctx) => (createdById === null ? null : ctx.loaders.user.load(createdById)),
    }),
    app: t.string({
      description: 'URL of the revision in the application.',
      resolve: ({ spaceId, id }, _args, ctx) => appUrl(ctx.urls, 'spaces', spaceId, 'revisions', id),
    }),
    pages: t.field({
      type: [Page],
      description: 'The pages at the top of the tree, in order. `Page.pages` is read in the same statement.',
      resolve: (revision, _args, ctx) => readTree(ctx, readable(ctx, revision)),
    }),
    allPages: t.field({
      type: [Page],
      description: 'All pages in reading order; `parentId` gives the tree.',
      resolve: async (revision, _args, ctx) => flatten(await readTree(ctx, readable(ctx, revision))),
    }),
    page: t.field({
      type: Page,
      nullable: true,
      description: 'A page by id or by path; exactly one of them is required.',
      args: {
        id: t.arg.id({ description: 'Id of the page.' }),
        path: t.arg.string({ description: 'Slugs from the top of the tree, joined by slashes.' }),
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
    description: 'The files, by name.',
    args: { ...pageArgs },
    resolve: async (revision, args, ctx) =>
      toConnection(await listFiles(ctx, readable(ctx, revision), pageRequest(args))),
  }),
  allFiles: t.field({
    type: [File],
    description: 'All files, by name.',
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

/** What callers can leave out of content. `metadata` has no effect, since nothing is recorded by git sync yet. */
export const contentArgs = builder.args((t) => ({
  metadata: t.boolean({ description: 'Whether git sync metadata is included; true when omitted.' }),
  computed: t.boolean({
    description: 'Whether computed pages have their texts; true when omitted.',
  }),
}));

/** The revision with the options of `contentArgs`. */
export const withComputedOption = (
  revision: RevisionModel,
  { computed }: { computed?: boolean | null },
): RevisionModel => (computed === false ? { ...revision, skipsComputed: true } : revision);

builder.objectField(Space, 'content', (t) =>
  t.field({
    type: Revision,
    description: 'The content: its active revision, or another revision.',
    args: {
      revision: t.arg.id({
        description: 'Id of a revision of the space or of a change request in it; the active revision when omitted.',
      }),
      ...contentArgs,
    },
    resolve: async (space, { revision, ...args }, ctx) =>
      withComputedOption(
        typeof revision === 'string' ? await getRevisionOf(ctx, space.id, revision) : await contentOf(ctx, space),
        args,
      ),
  }),
);
