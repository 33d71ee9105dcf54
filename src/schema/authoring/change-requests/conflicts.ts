import { chargeCharacters } from '../../../domain/core/budget.ts';
import {
  conflictId,
  getConflict,
  hasConflicts,
  previewMerge,
  listConflicts,
  type EntryConflict,
  type MergePreview as PreviewModel,
} from '../../../domain/authoring/merging/preview.ts';
import { mergeResults } from '../../../domain/authoring/merging/merge.ts';
import { findPage } from '../../../domain/authoring/content/pages.ts';
import {
  conflictKinds,
  type Conflict as ConflictModel,
  type ConflictHunk as HunkModel,
  type LineRange as LineRangeModel,
} from '../../../text/three-way-merge/conflict.ts';
import { builder } from '../../builder.ts';
import { ContentChange } from '../content/history.ts';
import { Page } from '../content/page.ts';
import { contractEnum } from '../../enums.ts';
import { ChangeRequest } from './change-request.ts';
import { ConflictValue, toConflictValue } from './conflict-value.ts';

export const MergeResultEnum = contractEnum('MergeResult', 'The result of a merge.', mergeResults);
const ConflictKindEnum = contractEnum('ConflictKind', 'The kind of a merge conflict.', conflictKinds);

const LineRange = builder.objectRef<LineRangeModel>('LineRange').implement({
  description: 'A range of lines of a text.',
  fields: (t) => ({
    start: t.exposeInt('start', {
      description: 'Number of the first line, starting at 1. For an empty range, the number of the line after it.',
    }),
    lines: t.exposeStringList('lines', { description: 'The lines themselves, without line breaks.' }),
  }),
});

const ConflictHunk = builder.objectRef<HunkModel>('ConflictHunk').implement({
  description: 'Lines that both sides changed.',
  fields: (t) => ({
    base: t.expose('base', { type: LineRange, description: 'The lines in the base.' }),
    main: t.expose('main', { type: LineRange, description: 'The lines in the main content.' }),
    changeRequest: t.expose('changeRequest', { type: LineRange, description: 'The lines in the change request.' }),
  }),
});

const Conflict = builder.objectRef<ConflictModel>('Conflict').implement({
  description: 'A conflict about one value of a page, file or other content entry.',
  fields: (t) => ({
    kind: t.expose('kind', { type: ConflictKindEnum, description: 'The kind of conflict.' }),
    field: t.exposeString('field', {
      nullable: true,
      description:
        'The conflicting field, such as `title` or `variables.name`; null for conflicts about the text or the whole entry.',
    }),
    base: t.field({
      type: ConflictValue,
      nullable: true,
      description: 'The value in the base; null when the base has none, and for conflicts about lines of the text.',
      resolve: ({ field, base }) => toConflictValue(field, base),
    }),
    main: t.field({
      type: ConflictValue,
      nullable: true,
      description: 'The value in the main content; null as in `base`.',
      resolve: ({ field, main }) => toConflictValue(field, main),
    }),
    changeRequest: t.field({
      type: ConflictValue,
      nullable: true,
      description: 'The value in the change request; null as in `base`.',
      resolve: ({ field, changeRequest }) => toConflictValue(field, changeRequest),
    }),
    hunks: t.field({
      type: [ConflictHunk],
      description: 'The conflicting lines of a `TEXT` conflict; empty otherwise.',
      resolve: ({ hunks }, _args, ctx) => {
        for (const { base, main, changeRequest } of hunks)
          for (const { lines } of [base, main, changeRequest])
            chargeCharacters(
              ctx,
              lines.reduce((sum, line) => sum + line.length + 3, 0),
            );
        return [...hunks];
      },
    }),
  }),
});

const ContentConflict = builder.objectRef<EntryConflict>('ContentConflict');

builder.node(ContentConflict, {
  description: 'A page, file or other content entry with conflicts.',
  id: { description: 'Id of the conflicts of the entry in this change request.', resolve: conflictId },
  loadOne: (id, ctx) => getConflict(ctx, id),
  fields: (t) => ({
    subjectId: t.exposeID('id', { description: 'Id of the page, file or reusable content in the space.' }),
    title: t.string({
      description:
        'Title in the change request; if the entry was deleted there, the title in the main content or the base.',
      resolve: ({ base, main, changeRequest }) => (changeRequest ?? main ?? base)?.title ?? '',
    }),
    conflicts: t.field({
      description: 'What differs on both sides: one item for each field, and for the text.',
      type: [Conflict],
      resolve: ({ conflicts }) => [...conflicts],
    }),
    page: t.field({
      type: Page,
      nullable: true,
      description: 'The page in the change request; null if it does not exist there.',
      resolve: ({ id, heads }, _args, ctx) => findPage(ctx, heads.own, id),
    }),
    mainPage: t.field({
      type: Page,
      nullable: true,
      description: 'The page in the main content; null if it does not exist there.',
      resolve: ({ id, heads }, _args, ctx) => findPage(ctx, heads.main, id),
    }),
  }),
});

const countOf = (prefix: string) => (preview: PreviewModel) =>
  preview.changes.filter(({ type }) => type.endsWith(prefix)).length;

const MergePreview = builder.objectRef<PreviewModel>('MergePreview').implement({
  description: 'The effect that a merge would have now.',
  fields: (t) => ({
    result: t.expose('result', { type: MergeResultEnum, description: 'The result that the merge would have.' }),
    added: t.int({ description: 'Number of entries that would be added.', resolve: countOf('_created') }),
    edited: t.int({ description: 'Number of entries that would be edited.', resolve: countOf('_edited') }),
    moved: t.int({ description: 'Number of entries that would be moved.', resolve: countOf('_moved') }),
    deleted: t.int({ description: 'Number of entries that would be deleted.', resolve: countOf('_deleted') }),
    changes: t.field({
      type: [ContentChange],
      description: 'The changes of the main content. If there are conflicts, the changes that do not conflict.',
      resolve: ({ changes }) => [...changes],
    }),
    conflicts: t.field({
      type: [ContentConflict],
      description: 'The conflicts that would prevent the merge.',
      resolve: ({ conflicts }) => [...conflicts],
    }),
  }),
});

builder.objectFields(ChangeRequest, (t) => ({
  conflicts: t.field({
    type: [ContentConflict],
    description: 'The conflicts between the change request and the main content, by content entry.',
    resolve: async (changeRequest, _args, ctx) => [...(await listConflicts(ctx, changeRequest))],
  }),
  hasConflicts: t.boolean({
    nullable: true,
    description:
      'Whether it has conflicts with the main content, which `conflicts` names. Null where that costs too much beside what else is asked.',
    resolve: (changeRequest, _args, ctx) => hasConflicts(ctx, changeRequest),
  }),
  mergePreview: t.field({
    type: MergePreview,
    description: 'The result and the changes of a merge, computed without merging.',
    resolve: (changeRequest, _args, ctx) => previewMerge(ctx, changeRequest),
  }),
}));
