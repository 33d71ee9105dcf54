import { DateTime, Id, inputForm, namedInGraph, omittable } from '../../../lib/form-types.ts';

export const UpdatePageFreshnessInput = inputForm(
  'UpdatePageFreshness',
  'Who looks after a page, and when; omitted fields stay unchanged.',
  {
    owner: namedInGraph('ownerId', Id).nullish().describe('Id of a member who may read the space; null for nobody.'),
    reviewAt: DateTime.nullish().describe('When the page is to be reviewed; null for never.'),
  },
);

export const VerifyPageInput = inputForm('VerifyPage', 'What follows when a page was found to be right.', {
  reviewAt: DateTime.apply(omittable).describe(
    'When the page is to be reviewed next, in the future: it is verified until then. Without it, there is no next review.',
  ),
});
