import * as z from 'zod';
import { ShareLinkName } from './fields.ts';
import { inputForm } from '../../../lib/form-types.ts';

export const CreateSiteShareLinkInput = inputForm('CreateSiteShareLink', 'Fields of a new share link.', {
  name: ShareLinkName.describe('Name of the share link.'),
});

export const UpdateSiteShareLinkInput = inputForm(
  'UpdateSiteShareLink',
  'Fields to update; omitted fields stay unchanged.',
  {
    name: ShareLinkName.optional().describe('Name of the share link.'),
    active: z
      .boolean()
      .optional()
      .describe('Whether the link gives access to the site. False ends access by it at once.'),
  },
);
