import * as z from 'zod';
import type { JobKind } from '../jobs/kind.ts';

const Payload = z.object({ rendererId: z.string(), tags: z.array(z.string()) });

/** The status of the answer; null when the renderer was removed in the meantime. */
const Result = z.object({ status: z.int().nullable(), tags: z.array(z.string()) });

/** What came of a call to a renderer. */
export type RevalidationResult = z.infer<typeof Result>;

export const revalidationName = 'renderer-revalidation';

/** Tells a renderer which cache tags have changed. Its attempts spread over half an hour. */
export const revalidation: JobKind<z.infer<typeof Payload>, RevalidationResult> = {
  name: revalidationName,
  payload: Payload,
  result: Result,
  attempts: 8,
  bySystem: true,
};
