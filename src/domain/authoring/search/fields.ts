import * as z from 'zod';
import { notBlank } from '../../../lib/not-blank.ts';

/** Text of a search. See docs/reference/search.md and docs/reference/limits.md. */
export const SearchText = z
  .string()
  .max(512)
  .refine(...notBlank);

/** Maximum number of pages shown per space. */
export const maxPagesPerSpace = 5;

/** Maximum number of sections shown per page. */
export const maxSectionsPerPage = 5;

/** Maximum number of spaces on one page of results, which then has at most 5,000 sections. */
export const maxSpacesPerPage = 200;
