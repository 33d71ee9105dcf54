import * as z from 'zod';
import { notBlank } from '../../../lib/not-blank.ts';

export const TokenName = z
  .string()
  .min(1, { abort: true })
  .max(100)
  .refine(...notBlank);

/** Default lifetime of a token, in days. */
export const defaultLifetimeDays = 90;

/** Maximum lifetime of a token, in days. */
export const maxLifetimeDays = 366;

export const tokenKinds = {
  user: 'Created by a user, or for a user by an instance admin.',
  bootstrap: 'Created at the first start of the installation.',
  integration: 'Belongs to an integration.',
  installation: 'Belongs to an installation of an integration.',
  oauth: 'Of a client that its user allowed something: for one API, in one organization.',
  session: 'A sign-in: by an identity provider, limited to its organization, or by a passkey.',
} as const;
