import { changeRequestStatuses } from '../src/domain/authoring/change-requests/fields.ts';
import { mergeResults } from '../src/domain/authoring/merging/merge.ts';
import { updateResults } from '../src/domain/authoring/merging/update-from-main.ts';
import { commentStatuses } from '../src/domain/authoring/comments/fields.ts';
import { pageTypes, revisionTypes } from '../src/text/content/fields.ts';
import { jobStates } from '../src/domain/core/jobs/fields.ts';
import { reviewStatuses } from '../src/domain/authoring/reviews/fields.ts';
import { editModes, spaceVisibilities } from '../src/domain/authoring/spaces/fields.ts';

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
