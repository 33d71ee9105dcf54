import * as z from 'zod';
import type { JobKind } from '../../core/jobs/kind.ts';

const Payload = z.object({ specId: z.string() });
/** The version, or null when none was written; whether it is new; the number of spaces with pages generated from it. */
const Result = z.object({ version: z.string().nullable(), isNew: z.boolean(), spaces: z.int() });

export type ProcessingResult = z.infer<typeof Result>;

/** Reads the source of a specification and writes the pages generated from it. */
export const specProcessing: JobKind<z.infer<typeof Payload>, ProcessingResult> = {
  name: 'openapi-spec',
  payload: Payload,
  result: Result,
};

const PagesPayload = z.object({
  organizationId: z.string(),
  slug: z.string(),
  /** The former source URL of the specification. */
  sourceUrl: z.string().nullable().optional(),
});
const PagesResult = z.object({ spaces: z.int() });
export type RefreshResult = z.infer<typeof PagesResult>;

/**
 * Regenerates the computed pages that depend on a specification and reindexes pages with blocks of it, after its
 * deletion or a change of its source URL.
 */
export const computedPagesRefresh: JobKind<z.infer<typeof PagesPayload>, RefreshResult> = {
  name: 'openapi-pages',
  payload: PagesPayload,
  result: PagesResult,
};
