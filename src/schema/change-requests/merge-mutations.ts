import { getChangeRequest } from '../../domain/change-requests/change-requests.ts';
import { PageMarkdown } from '../../domain/content/edits/fields.ts';
import { mergeChangeRequest, type MergeOutcome } from '../../domain/merging/merge.ts';
import { resolveConflict } from '../../domain/merging/resolve-conflict.ts';
import { updateFromMain, updateResults, type UpdateOutcome } from '../../domain/merging/update-from-main.ts';
import { mergeSides } from '../../domain/three-way-merge/conflict.ts';
import { builder } from '../builder.ts';
import { contractEnum } from '../enums.ts';
import { expectedVersionArg } from '../expected-version.ts';
import { readsOwnFieldsOf } from '../own-fields.ts';
import { payloadType } from '../payload.ts';
import { changeRequestArgs } from './mutations.ts';
import { ChangeRequest } from './change-request.ts';
import { MergeResultEnum } from './conflicts.ts';

const UpdateResultEnum = contractEnum('UpdateResult', 'The result of an update from the main content.', updateResults);
const MergeSideEnum = contractEnum('MergeSide', 'A side of a merge.', mergeSides);

const MergeChangeRequestPayload = builder.objectRef<MergeOutcome>('MergeChangeRequestPayload').implement({
  description: 'The result of `mergeChangeRequest`.',
  fields: (t) => ({
    changeRequest: t.expose('changeRequest', { type: ChangeRequest, description: 'The updated change request.' }),
    result: t.expose('result', { type: MergeResultEnum }),
    revisionId: t.exposeID('revisionId', {
      description: 'Id of the new main revision; with conflicts, id of the active revision of the change request.',
    }),
  }),
});

const UpdateFromMainPayload = builder.objectRef<UpdateOutcome>('UpdateChangeRequestFromMainPayload').implement({
  description: 'The result of `updateChangeRequestFromMain`.',
  fields: (t) => ({
    changeRequest: t.expose('changeRequest', { type: ChangeRequest, description: 'The updated change request.' }),
    result: t.expose('result', { type: UpdateResultEnum }),
    revisionId: t.exposeID('revisionId', { description: 'Id of the new revision of the change request.' }),
  }),
});

const ResolveConflictInput = builder.inputType('ResolveConflictInput', {
  description: 'The resolution of all conflicts of an entry: either `choice` or `markdown`.',
  fields: (t) => ({
    choice: t.field({ type: MergeSideEnum, description: 'The side whose values replace the conflicting ones.' }),
    markdown: t.string({ description: 'The complete text that replaces the conflicting one.', validate: PageMarkdown }),
  }),
});

const showsChangeRequest = readsOwnFieldsOf('changeRequest');

builder.mutationFields((t) => ({
  mergeChangeRequest: t.field({
    type: MergeChangeRequestPayload,
    extensions: { longRunning: true },
    description:
      'Merges a change request into the main content. If there are conflicts, nothing is written. Refused for merged and archived change requests. Concurrent merges into one space run one after the other.',
    args: { ...changeRequestArgs, ...expectedVersionArg },
    resolve: (_root, { changeRequestId: id, spaceId, expectedVersion }, ctx) =>
      mergeChangeRequest(ctx, { id, spaceId, expectedVersion }),
  }),
  updateChangeRequestFromMain: t.field({
    type: UpdateFromMainPayload,
    description:
      'Merges the main content into a change request. Conflicting lines are kept between conflict markers, and conflicts remain until they are resolved. Refused for merged and archived change requests.',
    args: { ...changeRequestArgs, ...expectedVersionArg },
    resolve: (_root, { changeRequestId: id, spaceId, expectedVersion }, ctx) =>
      updateFromMain(ctx, { id, spaceId, expectedVersion }),
  }),
  resolveConflict: t.field({
    type: payloadType('ResolveConflictPayload', 'changeRequest', ChangeRequest, 'The updated change request.'),
    description:
      'Resolves all conflicts of a page or other content entry. An outdated change request is updated from the main content first. Refused for an entry without conflicts.',
    args: {
      ...changeRequestArgs,
      ...expectedVersionArg,
      pageId: t.arg.id({ required: true, description: 'Id of the page, file or other content entry.' }),
      input: t.arg({ type: ResolveConflictInput, required: true, description: 'The resolution.' }),
    },
    resolve: async (_root, { changeRequestId: id, spaceId, expectedVersion, pageId, input }, ctx, info) => {
      // Writing content requires no scope to read change requests, so reading is authorized before the change is made.
      if (showsChangeRequest(info)) await getChangeRequest(ctx, { id, spaceId });
      return {
        changeRequest: await resolveConflict(ctx, { id, spaceId, expectedVersion }, { ...input, entryId: pageId }),
      };
    },
  }),
}));
