import * as z from 'zod';
import { mergeResults } from '../../domain/change-requests/merging/merge.ts';
import { updateResults } from '../../domain/change-requests/merging/update.ts';
import { contentChangeTypes } from '../../domain/content/diff/describe.ts';
import { conflictKinds } from '../../domain/merge/conflict.ts';
import {
  ListConflictsInChangeRequestDocument,
  MergeChangeRequestDocument,
  PreviewMergeOfChangeRequestDocument,
  ResolveConflictInChangeRequestDocument,
  UpdateChangeRequestDocument,
  type ContentConflictFragment,
  type ListConflictsInChangeRequestQuery,
  type MergeChangeRequestMutation,
  type PreviewMergeOfChangeRequestQuery,
  type UpdateChangeRequestMutation,
} from '../__generated__/operations.ts';
import { answer, ok, route } from '../route.ts';
import { given } from '../shared/schemas.ts';
import { changeRequest } from './resource.ts';

const keysOf = <Key extends string>(values: Readonly<Record<Key, string>>) =>
  z.enum(Object.keys(values) as [Key, ...Key[]]);

/** Contract 4.6. */
const MergeResult = z.strictObject({ revision: z.string(), result: keysOf(mergeResults) }).meta({ id: 'MergeResult' });
const UpdateResult = z
  .strictObject({ revision: z.string(), result: keysOf(updateResults) })
  .meta({ id: 'UpdateResult' });

const LineRange = z.strictObject({ start: z.int(), lines: z.array(z.string()) }).meta({ id: 'LineRange' });

const Conflict = z
  .strictObject({
    kind: keysOf(conflictKinds),
    field: z.string().optional(),
    base: z.unknown(),
    main: z.unknown(),
    changeRequest: z.unknown(),
    hunks: z.array(z.strictObject({ base: LineRange, main: LineRange, changeRequest: LineRange })),
  })
  .meta({ id: 'Conflict' });

const ContentConflict = z
  .strictObject({ id: z.string(), title: z.string(), conflicts: z.array(Conflict) })
  .meta({ id: 'ContentConflict' });

const Conflicts = z.strictObject({ count: z.int(), items: z.array(ContentConflict) }).meta({ id: 'Conflicts' });

const MergedChange = z
  .strictObject({
    id: z.string(),
    type: keysOf(contentChangeTypes),
    title: z.string(),
    fields: z.array(z.string()),
  })
  .meta({ id: 'MergedChange' });

const MergePreview = z
  .strictObject({
    result: keysOf(mergeResults),
    added: z.int(),
    edited: z.int(),
    moved: z.int(),
    deleted: z.int(),
    changes: z.array(MergedChange),
    conflicts: z.array(ContentConflict),
  })
  .meta({ id: 'MergePreview' });

const presentConflict = ({ id, title, conflicts }: ContentConflictFragment): z.infer<typeof ContentConflict> => ({
  id,
  title,
  conflicts: conflicts.map(({ kind, field, base, main, changeRequest: own, hunks }) => ({
    kind,
    field: given(field),
    base: base ?? null,
    main: main ?? null,
    changeRequest: own ?? null,
    hunks: [...hunks],
  })),
});

function presentPreview(data: PreviewMergeOfChangeRequestQuery): z.infer<typeof MergePreview> {
  const preview = data.space?.changeRequest?.mergePreview;
  if (!preview) throw new Error('The operation answered null without an error');
  const { result, added, edited, moved, deleted, changes, conflicts } = preview;
  return {
    result,
    added,
    edited,
    moved,
    deleted,
    changes: changes.map(({ subjectId, type, title, fields }) => ({ id: subjectId, type, title, fields: [...fields] })),
    conflicts: conflicts.map(presentConflict),
  };
}

/** Merges into one space wait for each other. */
const queueTimeoutMs = 60_000;

export const mergingRoutes = [
  route(
    'POST /v1/spaces/{spaceId}/change-requests/{changeRequestId}/merge',
    MergeChangeRequestDocument,
    answer(MergeResult, ({ mergeChangeRequest: { revisionId, result } }: MergeChangeRequestMutation) => ({
      revision: revisionId,
      result,
    })),
    { timeoutMs: queueTimeoutMs },
  ),
  route(
    'POST /v1/spaces/{spaceId}/change-requests/{changeRequestId}/update',
    UpdateChangeRequestDocument,
    answer(UpdateResult, ({ updateChangeRequestFromMain: { revisionId, result } }: UpdateChangeRequestMutation) => ({
      revision: revisionId,
      result,
    })),
  ),
  route(
    'GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/conflicts',
    ListConflictsInChangeRequestDocument,
    answer(Conflicts, (data: ListConflictsInChangeRequestQuery) => {
      const items = (data.space?.changeRequest?.conflicts ?? []).map(presentConflict);
      return { count: items.length, items };
    }),
  ),
  route(
    'GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/merge-preview',
    PreviewMergeOfChangeRequestDocument,
    answer(MergePreview, presentPreview),
  ),
  route(
    'POST /v1/spaces/{spaceId}/change-requests/{changeRequestId}/conflicts/{pageId}/resolve',
    ResolveConflictInChangeRequestDocument,
    ok(changeRequest, (d) => d.resolveConflict.changeRequest),
  ),
];
