import * as z from 'zod';
import { requireScope } from '../../domain/access/policy.ts';
import { changesBetween, hunksOfChange, type ChangeList } from '../../domain/content/diff/changes-of.ts';
import { contentChangeTypes, type ContentChange as ChangeModel } from '../../domain/content/diff/describe.ts';
import type { TextHunk as HunkModel } from '../../domain/content/diff/hunks.ts';
import { getRevisionOf, listRevisions, rollbackSpace } from '../../domain/content/history.ts';
import { builder } from '../builder.ts';
import { Connection, pageArgs, pageRequest, toConnection } from '../connection.ts';
import { contractEnum } from '../enums.ts';
import { payloadType } from '../payload.ts';
import { Space } from '../spaces/space.ts';
import { asAsked, contentArgs, Revision } from './revision.ts';

const ChangeTypeEnum = contractEnum('ContentChangeType', 'How something of the content differs.', contentChangeTypes);

const TextHunk = builder.objectRef<HunkModel>('TextHunk').implement({
  description: 'A part of a text that differs, with three lines around it. Lines count from 1.',
  fields: (t) => ({
    oldStart: t.exposeInt('oldStart', { description: 'First line in the text before.' }),
    oldLines: t.exposeInt('oldLines', { description: 'How many lines of the text before.' }),
    newStart: t.exposeInt('newStart', { description: 'First line in the text after.' }),
    newLines: t.exposeInt('newLines', { description: 'How many lines of the text after.' }),
    lines: t.stringList({
      description: 'The lines: each begins with a space, with `-` or with `+`.',
      resolve: ({ lines }) => [...lines],
    }),
  }),
});

export const ContentChange = builder.objectRef<ChangeModel>('ContentChange').implement({
  description: 'Something that two states of the content have differently.',
  fields: (t) => ({
    type: t.expose('type', { type: ChangeTypeEnum, description: 'How it differs.' }),
    subjectId: t.id({ description: 'Id of the page, file or reusable content.', resolve: ({ id }) => id }),
    title: t.string({
      description: 'Its title or name; as it was, when it is gone.',
      resolve: ({ before, after }) => (after ?? before)?.title ?? '',
    }),
    titleBefore: t.string({
      nullable: true,
      description: 'Its title or name before; null when it was not there.',
      resolve: ({ before }) => before?.title ?? null,
    }),
    parentId: t.id({
      nullable: true,
      description: 'Page above it; null at the top.',
      resolve: ({ after }) => after?.parentId ?? null,
    }),
    parentIdBefore: t.id({
      nullable: true,
      description: 'Page that was above it; null at the top.',
      resolve: ({ before }) => before?.parentId ?? null,
    }),
    fields: t.stringList({
      description: 'The parts that differ, such as `title`, `slug`, `document`, `emoji`.',
      resolve: ({ fields }) => [...fields],
    }),
    hunks: t.field({
      type: [TextHunk],
      description: 'What differs in its text, line by line.',
      resolve: async (change, _args, ctx) => [...(await hunksOfChange(ctx, change))],
    }),
  }),
});

export const ContentChangeList = builder.objectRef<ChangeList>('ContentChangeList').implement({
  description: 'What differs between two states of the content.',
  fields: (t) => ({
    items: t.field({
      type: [ContentChange],
      description: 'The differences; a page that was edited and moved is there twice.',
      resolve: ({ changes }) => [...changes],
    }),
    more: t.exposeInt('more', { description: 'How many pages, files and others differ beside these.' }),
  }),
});

/** How many changes are wanted. */
export const changesArgs = builder.args((t) => ({
  limit: t.int({
    description: 'Pages, files and others wanted; 10 when omitted.',
    validate: z.int().min(1).max(1_000),
  }),
}));

export const defaultChanges = 10;

builder.objectField(Revision, 'changes', (t) =>
  t.field({
    type: ContentChangeList,
    description: 'What differs from the revision before, or from another one of the space.',
    args: { ...changesArgs, since: t.arg.id({ description: 'The other revision; the one before when omitted.' }) },
    resolve: async (after, { limit, since }, ctx) => {
      requireScope(ctx.actor, 'space:content:read');
      const other = since ?? after.parents[0];
      if (other === undefined) return { changes: [], more: 0 };
      const before = await getRevisionOf(ctx, after.spaceId, other);
      return changesBetween(ctx, { before, after, limit: limit ?? defaultChanges });
    },
  }),
);

const RevisionConnection = builder.connectionObject(
  { type: Revision, name: 'RevisionConnection', interfaces: [Connection], description: 'A page of revisions.' },
  { name: 'RevisionEdge', description: 'A revision in a list.' },
);

builder.objectFields(Space, (t) => ({
  revisions: t.field({
    type: RevisionConnection,
    description: 'The revisions of its main content, newest first.',
    args: { ...pageArgs },
    resolve: async (space, args, ctx, info) =>
      toConnection(await listRevisions(ctx, space.id, pageRequest(args, info))),
  }),
  revision: t.field({
    type: Revision,
    nullable: true,
    description: 'One revision of it, or of a change request that the caller may read.',
    args: { id: t.arg.id({ required: true, description: 'Id of the revision.' }), ...contentArgs },
    resolve: async (space, { id, ...args }, ctx) => asAsked(await getRevisionOf(ctx, space.id, id), args),
  }),
}));

builder.mutationField('rollbackSpace', (t) =>
  t.field({
    type: payloadType(
      'RollbackSpacePayload',
      'revision',
      Revision,
      'The new revision, with the content of the earlier.',
    ),
    description: 'Brings an earlier state of the content of a space back, as a new revision.',
    args: {
      spaceId: t.arg.id({ required: true, description: 'Id of the space.' }),
      revisionId: t.arg.id({ required: true, description: 'Revision whose content comes back.' }),
      expectedRevision: t.arg.id({ description: 'Refuse when the content has changed since: the id of its revision.' }),
    },
    resolve: async (_root, args, ctx) => ({ revision: await rollbackSpace(ctx, args) }),
  }),
);
