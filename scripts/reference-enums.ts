import { changeRequestStatuses } from '../src/domain/change-requests/fields.ts';
import { mergeResults } from '../src/domain/merging/merge.ts';
import { updateResults } from '../src/domain/merging/update-from-main.ts';
import { commentStatuses } from '../src/domain/comments/fields.ts';
import { pageTypes, revisionTypes } from '../src/domain/content/fields.ts';
import { jobStates } from '../src/domain/jobs/fields.ts';
import { reviewStatuses } from '../src/domain/reviews/fields.ts';
import { editModes, spaceVisibilities } from '../src/domain/spaces/fields.ts';

/** Enum values that docs/reference/states.md lists, by the name of their table. */
export const spellings: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'edit-modes': editModes,
  visibilities: spaceVisibilities,
  'change-request-statuses': changeRequestStatuses,
  'merge-results': mergeResults,
  'update-results': updateResults,
  'review-statuses': reviewStatuses,
  'comment-statuses': commentStatuses,
  'job-states': jobStates,
  'revision-types': revisionTypes,
  'page-types': pageTypes,
};
