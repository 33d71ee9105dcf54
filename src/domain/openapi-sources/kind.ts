import * as z from 'zod';
import type { JobKind } from '../jobs/kind.ts';

const Payload = z.object({ specId: z.string() });
/** The version, null where none was written; whether it is new; and the number of spaces with pages of it. */
const Result = z.object({ version: z.string().nullable(), isNew: z.boolean(), spaces: z.int() });

export type ProcessingResult = z.infer<typeof Result>;

/** Reads the source of a specification, and writes the pages that are made of it. */
export const specProcessing: JobKind<z.infer<typeof Payload>, ProcessingResult> = {
  name: 'openapi-spec',
  payload: Payload,
  result: Result,
};

const PagesPayload = z.object({
  organizationId: z.string(),
  slug: z.string(),
  /** The source URL that the specification had. */
  sourceUrl: z.string().nullable().optional(),
});
const PagesResult = z.object({ spaces: z.int() });
export type RefreshResult = z.infer<typeof PagesResult>;

/**
 * Rewrites the computed pages that depend on a specification, and finds pages with blocks of it by what they show now:
 * after its deletion, or when it has another source URL.
 */
export const computedPagesRefresh: JobKind<z.infer<typeof PagesPayload>, RefreshResult> = {
  name: 'openapi-pages',
  payload: PagesPayload,
  result: PagesResult,
};
