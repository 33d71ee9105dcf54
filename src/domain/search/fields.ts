import * as z from 'zod';
import { notBlank } from '../../lib/not-blank.ts';

/** See docs/reference/search.md and docs/reference/limits.md. */
export const SearchText = z
  .string()
  .max(512)
  .refine(...notBlank);

/** Most pages shown of each space. */
export const maxPagesPerSpace = 5;

/** Most sections shown of each page. */
export const maxSectionsPerPage = 5;

/** Most spaces of one page of results, so that it has at most 5,000 sections; the rest follow on the next page. */
export const maxSpacesPerPage = 200;
