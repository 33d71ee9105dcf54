import * as z from 'zod';
import { notBlank } from '../../../lib/not-blank.ts';

export const ProviderLabel = z
  .string()
  .min(1, { abort: true })
  .max(30)
  .refine(...notBlank);

/** Maximum number of providers of one organization. */
export const maxProviders = 20;
