import * as z from 'zod';
import { notBlank } from '../../../lib/not-blank.ts';

export const ShareLinkName = z
  .string()
  .min(1, { abort: true })
  .max(50)
  .refine(...notBlank);

/** Maximum number of share links of a site. */
export const maxShareLinks = 100;
