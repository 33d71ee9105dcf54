import * as z from 'zod';
import { requireScope } from '../../../access/policy.ts';
import {
  changesBetween,
  diffLinesOfChange,
  noChanges,
  type ChangeList,
  type ChangesPart,
} from '../../../domain/authoring/content/diff/changes-between.ts';
import {
  findChangedFile,
  findChangedPage,
  findPreviousPath,
} from '../../../domain/authoring/content/diff/changed-entry.ts';
import {
  contentChangeTypes,
  type ContentChange as ChangeModel,
} from '../../../domain/authoring/content/diff/describe.ts';
import type { TextHunk as HunkModel } from '../../../text/content/diff-lines.ts';
import { convertChangeToHtml } from '../../../domain/authoring/content/convert-to-html.ts';
import { getRevisionOf, listRevisions, rollbackSpace } from '../../../domain/authoring/content/history.ts';
import { builder } from '../../builder.ts';
import { connectionOf, pageArgs, pageRequest, toConnection } from '../../connection.ts';
import { contractEnum } from '../../enums.ts';
import { mutation } from '../../mutation.ts';
import { shows } from '../../payload.ts';
import { Space } from '../spaces/space.ts';
import { File } from './file.ts';
import { Page } from './page.ts';
import { withContentOptions, contentArgs, Revision } from './revision.ts';

const ChangeTypeEnum = contractEnum('ContentChangeType', 'The kind of a content change.', contentChangeTypes);

const TextHunk = builder.objectRef<HunkModel>('TextHunk').implement({
  description: 'A differing part of a text, with three lines of context. Line numbers start at 1.',
  fields: (t) => ({
    oldStart: t.exposeInt('oldStart', { description: 'First line in the earlier text.' }),
    oldLines: t.exposeInt('oldLines', { description: 'Number of lines of the earlier text.' }),
    newStart: t.exposeInt('newStart', { description: 'First line in the later text.' }),
    newLines: t.exposeInt('newLines', { description: 'Number of lines of the later text.' }),
    lines: t.stringList({
      description: 'The lines, each prefixed with a space, `-` or `+`.',
      resolve: ({ lines }) => [...lines],
    }),
  }),
});

export const ContentChange = builder.objectRef<ChangeModel>('ContentChange').implement({
  description: 'A difference between two states of the content.',
  fields: (t) => ({
    type: t.expose('type', { type: ChangeTypeEnum, description: 'The kind of change.' }),
    subjectId: t.id({ description: 'Id of the page, file or reusable content.', resolve: ({ id }) => id }),
    title: t.string({
      description: 'Title or name; the earlier one for a deleted entry.',
      resolve: ({ before, after }) => (after ?? before)?.title ?? '',
    }),
    previousTitle: t.string({
      nullable: true,
      description: 'Earlier title or name; null for a created entry.',
      resolve: ({ before }) => before?.title ?? null,
    }),
    parentId: t.id({
      nullable: true,
      description: 'Id of the parent page; null at the top of the tree.',
      resolve: ({ after }) => after?.parentId ?? null,
    }),
    previousParentId: t.id({
      nullable: true,
      description: 'Id of the earlier parent page; null at the top of the tree.',
      resolve: ({ before }) => before?.parentId ?? null,
    }),
    path: t.string({
      nullable: true,
      description: 'Path of the page; null when it has none or has gone, and in the preview of a merge.',
      resolve: async (change, _args, ctx) => (await findChangedPage(ctx, change))?.path ?? null,
    }),
    previousPath: t.string({
      nullable: true,
      description: 'Earlier path of the page; null when it had none or was created, and in the preview of a merge.',
      resolve: (change, _args, ctx) => findPreviousPath(ctx, change),
    }),
    page: t.field({
      type: Page,
      nullable: true,
      description: 'The page after the change; null when it has gone, for other kinds, and in the preview of a merge.',
      resolve: (change, _args, ctx) => findChangedPage(ctx, change),
    }),
    file: t.field({
      type: File,
      nullable: true,
      description: 'The file after the change; null when it has gone, for other kinds, and in the preview of a merge.',
      resolve: (change, _args, ctx) => findChangedFile(ctx, change),
    }),
    fields: t.stringList({
      description: 'The parts that differ, such as `title`, `slug`, `document`, `emoji`.',
      resolve: ({ fields }) => [...fields],
    }),
    html: t.string({
      nullable: true,
      description:
        'The text of the page as sanitized HTML, in which `ins` and `del` mark what was added and removed. Null for other kinds, for pages that have gone or were moved, and between revisions of the main content.',
      resolve: (change, _args, ctx) => convertChangeToHtml(ctx, change),
    }),
    hunks: t.field({
      type: [TextHunk],
      description: 'The differences between the texts, line by line.',
      resolve: async (change, _args, ctx) => [...(await diffLinesOfChange(ctx, change))],
    }),
  }),
});

export const ContentChangeList = builder.objectRef<ChangeList>('ContentChangeList').implement({
  description: 'The differences between two states of the content.',
  extensions: { sizedByLimit: 'items' },
  fields: (t) => ({
    items: t.field({
      type: [ContentChange],
      description: 'The changes; a page that was both edited and moved is listed twice.',
      resolve: ({ changes }) => [...changes],
    }),
    more: t.exposeInt('more', {
      description: 'Number of changed entries beyond `limit`, which `items` does not contain.',
    }),
    endCursor: t.exposeString('endCursor', {
      nullable: true,
      description: 'Cursor of the last entry, for `after`; null when no entry is beyond.',
    }),
  }),
});

export const changesArgs = builder.args((t) => ({
  limit: t.int({
    description: 'Maximum number of changed entries; 10 when omitted.',
    validate: z.int().min(1).max(1_000),
  }),
  after: t.string({ description: 'The cursor of the changes after which these begin.' }),
}));

const defaultChanges = 10;

/** The part of a list of changes that its arguments ask for. */
export const changesPart = ({
  limit,
  after,
}: {
  readonly limit?: number | null | undefined;
  readonly after?: string | null | undefined;
}): ChangesPart => ({ limit: limit ?? defaultChanges, after: after ?? null });

builder.objectField(Revision, 'changes', (t) =>
  t.field({
    type: ContentChangeList,
    description: 'The differences from the previous revision, or from another revision of the space.',
    args: {
      ...changesArgs,
      sinceRevisionId: t.arg.id({ description: 'Id of the revision to compare with; the previous one when omitted.' }),
    },
    resolve: async (after, { sinceRevisionId, ...args }, ctx) => {
      requireScope(ctx.actor, 'space:content:read');
      const other = sinceRevisionId ?? after.parents[0];
      if (other === undefined) return noChanges;
      const before = await getRevisionOf(ctx, after.spaceId, other);
      return changesBetween(ctx, { before, after }, changesPart(args));
    },
  }),
);

const RevisionConnection = connectionOf(Revision, 'Revision', 'a revision', 'revisions');

builder.objectFields(Space, (t) => ({
  revisions: t.field({
    type: RevisionConnection,
    description: 'The revisions of the main content, newest first.',
    args: { ...pageArgs },
    resolve: async (space, args, ctx, info) =>
      toConnection(await listRevisions(ctx, space.id, pageRequest(args, info))),
  }),
  revision: t.field({
    type: Revision,
    nullable: true,
    description: 'A revision of the main content, or of a change request that the caller may read.',
    args: { id: t.arg.id({ required: true, description: 'Id of the revision.' }), ...contentArgs },
    resolve: async (space, { id, ...args }, ctx) => withContentOptions(await getRevisionOf(ctx, space.id, id), args),
  }),
}));

mutation('rollbackSpace', {
  description:
    'Restores the content of an earlier revision of a space, as a new revision. Refused with `space_locked` for a locked space.',
  args: builder.args((t) => ({
    spaceId: t.id({ required: true }),
    revisionId: t.id({ required: true, description: 'Id of the main revision whose content is restored.' }),
    expectedRevision: t.id({
      description:
        'Id of the revision that the caller expects to be active; refused with `precondition_failed` when another one is.',
    }),
  })),
  payload: shows('revision', Revision, 'The new revision, with the restored content.'),
  resolve: (ctx, args) => rollbackSpace(ctx, args),
});
