import * as z from 'zod';
import type { JobKind } from '../jobs/kind.ts';

const Payload = z.object({ specId: z.string() });
const Result = z.object({ version: z.string().nullable(), isNew: z.boolean(), spaces: z.int() });

export type ProcessingResult = z.infer<typeof Result>;

/** Reads the source of a specification, and writes the pages that are made of it. */
export const specProcessing: JobKind<z.infer<typeof Payload>, ProcessingResult> = {
  name: 'openapi-spec',
  payload: Payload,
  result: Result,
};

const PagesPayload = z.object({ organizationId: z.string(), slug: z.string() });
const PagesResult = z.object({ spaces: z.int() });

/** Rewrites the computed pages that depend on a specification, for example after its deletion. */
export const computedPagesRefresh: JobKind<z.infer<typeof PagesPayload>, z.infer<typeof PagesResult>> = {
  name: 'openapi-pages',
  payload: PagesPayload,
  result: PagesResult,
};
