import { getChangeRequest } from '../../domain/change-requests/change-requests.ts';
import { PageMarkdown } from '../../domain/content/edits/fields.ts';
import { mergeChangeRequest, type MergeOutcome } from '../../domain/change-requests/merging/merge.ts';
import { resolveConflict } from '../../domain/change-requests/merging/resolve.ts';
import { updateFromMain, updateResults, type UpdateOutcome } from '../../domain/change-requests/merging/update.ts';
import { mergeSides } from '../../domain/merge/conflict.ts';
import { builder } from '../builder.ts';
import { contractEnum } from '../enums.ts';
import { expectedVersionArg } from '../expected-version.ts';
import { readsOwnFieldsOf } from '../own-fields.ts';
import { payloadType } from '../payload.ts';
import { changeRequestArgs } from './change-change-requests.ts';
import { ChangeRequest } from './change-request.ts';
import { MergeResultEnum } from './conflict.ts';

const UpdateResultEnum = contractEnum('UpdateResult', 'How an update ends.', updateResults);
const MergeSideEnum = contractEnum('MergeSide', 'Whose word counts where two sides disagree.', mergeSides);

const MergeChangeRequestPayload = builder.objectRef<MergeOutcome>('MergeChangeRequestPayload').implement({
  description: 'What `mergeChangeRequest` answers.',
  fields: (t) => ({
    changeRequest: t.expose('changeRequest', { type: ChangeRequest, description: 'The change request as it is now.' }),
    result: t.expose('result', { type: MergeResultEnum, description: 'How it ended.' }),
    revisionId: t.exposeID('revisionId', {
      description: 'Id of the new main revision; with conflicts that of the change request.',
    }),
  }),
});

const UpdateFromMainPayload = builder.objectRef<UpdateOutcome>('UpdateChangeRequestFromMainPayload').implement({
  description: 'What `updateChangeRequestFromMain` answers.',
  fields: (t) => ({
    changeRequest: t.expose('changeRequest', { type: ChangeRequest, description: 'The change request as it is now.' }),
    result: t.expose('result', { type: UpdateResultEnum, description: 'How it ended.' }),
    revisionId: t.exposeID('revisionId', { description: 'Id of the new revision of the change request.' }),
  }),
});

const ResolveConflictInput = builder.inputType('ResolveConflictInput', {
  description: 'How a conflict is settled: by a choice or by a text.',
  fields: (t) => ({
    choice: t.field({ type: MergeSideEnum, description: 'Whose word counts where both changed the same.' }),
    markdown: t.string({ description: 'The text that counts, whole.', validate: PageMarkdown }),
  }),
});

const showsChangeRequest = readsOwnFieldsOf('changeRequest');

builder.mutationFields((t) => ({
  mergeChangeRequest: t.field({
    type: MergeChangeRequestPayload,
    // Merges into one space wait for each other.
    extensions: { longRunning: true },
    description: 'Makes a change request part of the main content. With conflicts nothing changes.',
    args: { ...changeRequestArgs, ...expectedVersionArg },
    resolve: (_root, { changeRequestId: id, spaceId, expectedVersion }, ctx) =>
      mergeChangeRequest(ctx, { id, spaceId, expectedVersion }),
  }),
  updateChangeRequestFromMain: t.field({
    type: UpdateFromMainPayload,
    description:
      'Brings main content into a change request. What both changed stands in the texts between markers, and waits to be settled.',
    args: { ...changeRequestArgs, ...expectedVersionArg },
    resolve: (_root, { changeRequestId: id, spaceId, expectedVersion }, ctx) =>
      updateFromMain(ctx, { id, spaceId, expectedVersion }),
  }),
  resolveConflict: t.field({
    type: payloadType('ResolveConflictPayload', 'changeRequest', ChangeRequest, 'The change request as it is now.'),
    description: 'Settles all that is in conflict about one page or other part; main content is brought in first.',
    args: {
      ...changeRequestArgs,
      ...expectedVersionArg,
      pageId: t.arg.id({ required: true, description: 'Id of the page, or of the file or other part in conflict.' }),
      input: t.arg({ type: ResolveConflictInput, required: true, description: 'How it is settled.' }),
    },
    resolve: async (_root, { changeRequestId: id, spaceId, expectedVersion, pageId, input }, ctx, info) => {
      // Who may write content may not thereby read change requests.
      if (showsChangeRequest(info)) await getChangeRequest(ctx, { id, spaceId });
      return {
        changeRequest: await resolveConflict(ctx, { id, spaceId, expectedVersion }, { ...input, entryId: pageId }),
      };
    },
  }),
}));
