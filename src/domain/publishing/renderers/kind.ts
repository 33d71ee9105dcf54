import * as z from 'zod';
import type { JobKind } from '../../core/jobs/kind.ts';

const Payload = z.object({ rendererId: z.string(), tags: z.array(z.string()) });

/** HTTP status of the response; null when the renderer was deleted in the meantime. */
const Result = z.object({ status: z.int().nullable(), tags: z.array(z.string()) });

/** Result of a call to a renderer. */
export type RevalidationResult = z.infer<typeof Result>;

export const revalidationName = 'renderer-revalidation';

/** Notifies a renderer of the cache tags that have changed. Retries are spread over half an hour. */
export const revalidation: JobKind<z.infer<typeof Payload>, RevalidationResult> = {
  name: revalidationName,
  payload: Payload,
  result: Result,
  attempts: 8,
  bySystem: true,
};
