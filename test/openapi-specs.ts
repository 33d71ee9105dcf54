import type { Caller } from './harness.ts';
import { until } from './until.ts';

/** Waits until the source of a specification was read, and returns it as REST shows it. */
export async function processedSpec(caller: Caller, organizationId: string, slug: string): Promise<any> {
  const { body } = await until(
    () => caller.rest(`GET /v1/orgs/${organizationId}/openapi/${slug}`),
    (reply) => reply.body.processingState === 'complete',
  );
  return body;
}
