import * as z from 'zod';

/** Contract 4.5 and part 8: required, 512 characters. Decisions, "Search": a blank one is refused. */
export const SearchText = z
  .string()
  .max(512)
  .refine((text) => text.trim() !== '', 'must not be blank');
