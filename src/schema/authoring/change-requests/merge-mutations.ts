import { withInput } from '../../../lib/watched-inputs.ts';
import { getChangeRequest } from '../../../domain/authoring/change-requests/change-requests.ts';
import { ResolveConflictInput } from '../../../domain/authoring/merging/inputs.ts';
import { mergeChangeRequest, type MergeOutcome } from '../../../domain/authoring/merging/merge.ts';
import { resolveConflict } from '../../../domain/authoring/merging/resolve-conflict.ts';
import {
  updateFromMain,
  updateResults,
  type UpdateOutcome,
} from '../../../domain/authoring/merging/update-from-main.ts';
import { builder } from '../../builder.ts';
import { contractEnum } from '../../enums.ts';
import { expectedVersionArg } from '../../expected-version.ts';
import { mutation } from '../../mutation.ts';
import { readsOwnFieldsOf } from '../../own-fields.ts';
import { shows } from '../../payload.ts';
import { changeRequestArgs } from './mutations.ts';
import { ChangeRequest } from './change-request.ts';
import { MergeResultEnum } from './conflicts.ts';

const UpdateResultEnum = contractEnum('UpdateResult', 'The result of an update from the main content.', updateResults);

const MergeChangeRequestPayload = builder.objectRef<MergeOutcome>('MergeChangeRequestPayload').implement({
  description: 'The result of `mergeChangeRequest`.',
  fields: (t) => ({
    changeRequest: t.expose('changeRequest', { type: ChangeRequest, description: 'The updated change request.' }),
    result: t.expose('result', { description: 'Whether the merge was made, or why not.', type: MergeResultEnum }),
    revisionId: t.exposeID('revisionId', {
      description: 'Id of the new main revision; with conflicts, id of the active revision of the change request.',
    }),
  }),
});

const UpdateFromMainPayload = builder.objectRef<UpdateOutcome>('UpdateChangeRequestFromMainPayload').implement({
  description: 'The result of `updateChangeRequestFromMain`.',
  fields: (t) => ({
    changeRequest: t.expose('changeRequest', { type: ChangeRequest, description: 'The updated change request.' }),
    result: t.expose('result', { description: 'Whether the update was made, or why not.', type: UpdateResultEnum }),
    revisionId: t.exposeID('revisionId', { description: 'Id of the new revision of the change request.' }),
  }),
});

const showsChangeRequest = readsOwnFieldsOf('changeRequest');

mutation('mergeChangeRequest', {
  description:
    'Merges a change request into the main content. If there are conflicts, nothing is written. Refused for merged and archived change requests. Concurrent merges into one space run one after the other.',
  extensions: { longRunning: true },
  args: { ...changeRequestArgs, ...expectedVersionArg },
  payload: MergeChangeRequestPayload,
  resolve: (ctx, { changeRequestId: id, spaceId, expectedVersion }) =>
    mergeChangeRequest(ctx, { id, spaceId, expectedVersion }),
});

mutation('updateChangeRequestFromMain', {
  description:
    'Merges the main content into a change request. Conflicting lines are kept between conflict markers, and conflicts remain until they are resolved. Refused for merged and archived change requests.',
  args: { ...changeRequestArgs, ...expectedVersionArg },
  payload: UpdateFromMainPayload,
  resolve: (ctx, { changeRequestId: id, spaceId, expectedVersion }) =>
    updateFromMain(ctx, { id, spaceId, expectedVersion }),
});

mutation('resolveConflict', {
  description:
    'Resolves all conflicts of a page or other content entry. An outdated change request is updated from the main content first. Refused for an entry without conflicts.',
  args: {
    ...changeRequestArgs,
    ...expectedVersionArg,
    ...builder.args((t) => ({
      pageId: t.id({ required: true, description: 'Id of the page, file or other content entry.' }),
    })),
  },
  input: { form: ResolveConflictInput, description: 'The resolution.' },
  payload: shows('changeRequest', ChangeRequest, 'The updated change request.'),
  resolve: async (ctx, { changeRequestId: id, spaceId, expectedVersion, pageId, input }, info) => {
    // Writing content requires no scope to read change requests, so reading is authorized before the change is made.
    if (showsChangeRequest(info)) await getChangeRequest(ctx, { id, spaceId });
    return resolveConflict(ctx, { id, spaceId, expectedVersion }, withInput(input, { entryId: pageId }));
  },
});
