import * as z from 'zod';
import { FallbackUrl, VisitorBackend } from './fields.ts';
import { inputForm, omittable } from '../../../lib/form-types.ts';

export const UpdateSiteVisitorAuthInput = inputForm(
  'UpdateSiteVisitorAuth',
  'Fields to update; omitted fields stay unchanged.',
  {
    backend: VisitorBackend.optional().describe('Who signs the tokens of visitors.'),
    integration: z
      .string()
      .apply(omittable)
      .describe(
        'Name of an integration that is installed in the organization and may authenticate visitors. Required for that backend.',
      ),
    fallbackURL: FallbackUrl.nullish().describe(
      'URL (http or https) where visitors without a valid token are sent; null removes it.',
    ),
    providerId: z
      .string()
      .nullish()
      .describe(
        'Id of an identity provider of the organization that signs visitors in, before the fallback URL; null for none.',
      ),
    membersOnly: z
      .boolean()
      .optional()
      .describe(
        'Whether the provider signs in members of the organization alone. Without a provider it cannot be true.',
      ),
  },
);
