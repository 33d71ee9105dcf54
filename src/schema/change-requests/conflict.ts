import {
  previewMerge,
  listConflicts,
  type EntryConflict,
  type MergePreview as PreviewModel,
} from '../../domain/change-requests/merging/report.ts';
import { mergeResults } from '../../domain/change-requests/merging/merge.ts';
import { findPage } from '../../domain/content/pages.ts';
import {
  conflictKinds,
  type Conflict as ConflictModel,
  type ConflictHunk as HunkModel,
  type LineRange as LineRangeModel,
} from '../../domain/merge/conflict.ts';
import { builder } from '../builder.ts';
import { ContentChange } from '../content/history.ts';
import { Page } from '../content/page.ts';
import { contractEnum } from '../enums.ts';
import { ChangeRequest } from './change-request.ts';

export const MergeResultEnum = contractEnum('MergeResult', 'How a merge ends.', mergeResults);
const ConflictKindEnum = contractEnum('ConflictKind', 'What two sides disagree about.', conflictKinds);

const LineRange = builder.objectRef<LineRangeModel>('LineRange').implement({
  description: 'Lines of a text.',
  fields: (t) => ({
    start: t.exposeInt('start', {
      description: 'The first line, from 1; of no lines, the one they would stand before.',
    }),
    lines: t.exposeStringList('lines', { description: 'The lines.' }),
  }),
});

const ConflictHunk = builder.objectRef<HunkModel>('ConflictHunk').implement({
  description: 'Lines that both sides changed, as each text has them.',
  fields: (t) => ({
    base: t.expose('base', { type: LineRange, description: 'Before both.' }),
    main: t.expose('main', { type: LineRange, description: 'In main content.' }),
    changeRequest: t.expose('changeRequest', { type: LineRange, description: 'In the change request.' }),
  }),
});

const Conflict = builder.objectRef<ConflictModel>('Conflict').implement({
  description: 'One disagreement about a part of the content.',
  fields: (t) => ({
    kind: t.expose('kind', { type: ConflictKindEnum, description: 'What it is about.' }),
    field: t.exposeString('field', {
      nullable: true,
      description: 'What differs, such as `title` or `variables.name`; null for the whole of it or its text.',
    }),
    base: t.expose('base', { type: 'JSON', nullable: true, description: 'The value before both.' }),
    main: t.expose('main', { type: 'JSON', nullable: true, description: 'The value of main content.' }),
    changeRequest: t.expose('changeRequest', {
      type: 'JSON',
      nullable: true,
      description: 'The value of the change request.',
    }),
    hunks: t.field({
      type: [ConflictHunk],
      description: 'Of a text: where both changed it.',
      resolve: ({ hunks }) => [...hunks],
    }),
  }),
});

const ContentConflict = builder.objectRef<EntryConflict>('ContentConflict').implement({
  description: 'A page, file or other part of the content that a merge cannot settle.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Its id in the space.' }),
    title: t.string({
      description: 'Its title in the change request, or where it is still there.',
      resolve: ({ base, main, changeRequest }) => (changeRequest ?? main ?? base)?.title ?? '',
    }),
    conflicts: t.field({
      type: [Conflict],
      description: 'What the sides disagree about.',
      resolve: ({ conflicts }) => [...conflicts],
    }),
    page: t.field({
      type: Page,
      nullable: true,
      description: 'The page in the change request, if it is there.',
      resolve: ({ id, heads }, _args, ctx) => findPage(ctx, heads.own, id),
    }),
    mainPage: t.field({
      type: Page,
      nullable: true,
      description: 'The page in main content, if it is there.',
      resolve: ({ id, heads }, _args, ctx) => findPage(ctx, heads.main, id),
    }),
  }),
});

const countOf = (prefix: string) => (preview: PreviewModel) =>
  preview.changes.filter(({ type }) => type.endsWith(prefix)).length;

const MergePreview = builder.objectRef<PreviewModel>('MergePreview').implement({
  description: 'What a merge would do now.',
  fields: (t) => ({
    result: t.expose('result', { type: MergeResultEnum, description: 'How it would end.' }),
    added: t.int({ description: 'Count of what would be added.', resolve: countOf('_created') }),
    edited: t.int({ description: 'Count of what would be edited.', resolve: countOf('_edited') }),
    moved: t.int({ description: 'Count of what would be moved.', resolve: countOf('_moved') }),
    deleted: t.int({ description: 'Count of what would be deleted.', resolve: countOf('_deleted') }),
    changes: t.field({
      type: [ContentChange],
      description: 'What would become of main content. With conflicts: what of it is settled.',
      resolve: ({ changes }) => [...changes],
    }),
    conflicts: t.field({
      type: [ContentConflict],
      description: 'What would stand in the way.',
      resolve: ({ conflicts }) => [...conflicts],
    }),
  }),
});

builder.objectFields(ChangeRequest, (t) => ({
  conflicts: t.field({
    type: [ContentConflict],
    description: 'What the change request and main content disagree about, by the parts of the content.',
    resolve: async (changeRequest, _args, ctx) => [...(await listConflicts(ctx, changeRequest))],
  }),
  mergePreview: t.field({
    type: MergePreview,
    description: 'What a merge would do now, without doing it.',
    resolve: (changeRequest, _args, ctx) => previewMerge(ctx, changeRequest),
  }),
}));
