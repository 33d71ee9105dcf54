import { requireScope } from '../../domain/access/policy.ts';
import { revisionTypes } from '../../domain/content/fields.ts';
import { getFile, listFiles, readFiles } from '../../domain/content/files.ts';
import { flatten } from '../../domain/content/page.ts';
import { getPage, getPageByPath, readTree } from '../../domain/content/pages.ts';
import { contentOf, getRevision, type Revision as RevisionModel } from '../../domain/content/revisions.ts';
import type { Context } from '../../domain/context.ts';
import { appUrl } from '../../domain/urls.ts';
import { invalid } from '../../lib/errors.ts';
import { builder } from '../builder.ts';
import { pageArgs, pageRequest, toConnection } from '../connection.ts';
import { contractEnum } from '../enums.ts';
import { Space } from '../spaces/space.ts';
import { User } from '../users/user.ts';
import { File, FileConnection } from './file.ts';
import { Page } from './page.ts';

const RevisionTypeEnum = contractEnum('RevisionType', 'How a revision came about.', revisionTypes);

export const Revision = builder.objectRef<RevisionModel>('Revision');

/** The revision, for what is in it: whoever imports is shown the revision, yet may lack the right to read all of it. */
export function readable(ctx: Context, revision: RevisionModel): RevisionModel {
  requireScope(ctx.actor, 'space:content:read');
  return revision;
}

builder.node(Revision, {
  description: 'One state of the content of a space; it never changes.',
  id: { description: 'Id of the revision.', resolve: (revision) => revision.id },
  loadOne: (id, ctx) => getRevision(ctx, id),
  fields: (t) => ({
    type: t.expose('type', { type: RevisionTypeEnum, description: 'How it came about.' }),
    parents: t.exposeIDList('parents', { description: 'Ids of the revisions it was made from.' }),
    spaceId: t.exposeID('spaceId', { description: 'Id of its space.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
    createdBy: t.field({
      type: User,
      nullable: true,
      description: 'Who made it.',
      resolve: ({ createdById }, _args, ctx) => (createdById === null ? null : ctx.loaders.user.load(createdById)),
    }),
    app: t.string({
      description: 'URL of the revision in the application.',
      resolve: ({ spaceId, id }, _args, ctx) => appUrl(ctx.urls, 'spaces', spaceId, 'revisions', id),
    }),
    pages: t.field({
      type: [Page],
      description: 'The pages at the top of the tree, in order; `Page.pages` leads on without further cost.',
      resolve: (revision, _args, ctx) => readTree(ctx, readable(ctx, revision)),
    }),
    allPages: t.field({
      type: [Page],
      description: 'All pages in reading order; `parentId` says where each belongs.',
      resolve: async (revision, _args, ctx) => flatten(await readTree(ctx, readable(ctx, revision))),
    }),
    page: t.field({
      type: Page,
      nullable: true,
      description: 'One page, by its id or by its path.',
      args: {
        id: t.arg.id({ description: 'Id of the page.' }),
        path: t.arg.string({ description: 'Slugs from the top, joined by slashes.' }),
      },
      resolve: (given, { id, path }, ctx) => {
        const revision = readable(ctx, given);
        if (typeof id === 'string' && typeof path !== 'string') return getPage(ctx, revision, id);
        if (typeof path === 'string' && typeof id !== 'string') return getPageByPath(ctx, revision, path);
        throw invalid('id', 'Give either the id or the path of the page');
      },
    }),
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
      resolve: (revision, _args, ctx) => readFiles(ctx, readable(ctx, revision)),
    }),
    file: t.field({
      type: File,
      nullable: true,
      description: 'One file, by its id.',
      args: { id: t.arg.id({ required: true, description: 'Id of the file.' }) },
      resolve: (revision, { id }, ctx) => getFile(ctx, readable(ctx, revision), id),
    }),
  }),
});

/** What the contract lets callers leave out of content; of git sync nothing is recorded so far. */
export const contentArgs = builder.args((t) => ({
  metadata: t.boolean({ description: 'False leaves out what git sync recorded; true when omitted.' }),
  computed: t.boolean({
    description: 'False leaves computed pages as they are, without a text; true when omitted.',
  }),
}));

/** The revision, to be read as `contentArgs` say. */
export const asAsked = (revision: RevisionModel, { computed }: { computed?: boolean | null }): RevisionModel =>
  computed === false ? { ...revision, skipsComputed: true } : revision;

builder.objectField(Space, 'content', (t) =>
  t.field({
    type: Revision,
    description: 'The content: its active revision.',
    args: { ...contentArgs },
    resolve: async (space, args, ctx) => asAsked(await contentOf(ctx, space), args),
  }),
);
