import { inputForm, omittable } from '../../../lib/form-types.ts';
import { ChangeRequestSubject } from '../change-requests/fields.ts';
import { descriptionField } from '../change-requests/inputs.ts';
import { CommentBodyInput } from '../comments/inputs.ts';
import { RequestedReviewers, ReviewStatus } from './fields.ts';

export const SubmitReviewInput = inputForm('SubmitReview', 'A new review.', {
  status: ReviewStatus.describe('The verdict.'),
  comment: CommentBodyInput.apply(omittable).describe('A comment to post with the review. An empty body posts none.'),
});

export const RequestReviewInput = inputForm(
  'RequestReview',
  'Who is asked to review a change request, with a new subject and description when they are given.',
  {
    users: RequestedReviewers.describe(
      'Ids of 1 to 100 members who can see the space. The author of the change request cannot be requested.',
    ),
    subject: ChangeRequestSubject.apply(omittable).describe('A new subject for the change request.'),
    ...descriptionField,
  },
);
