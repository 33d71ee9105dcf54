import { setTimeout as sleep } from 'node:timers/promises';
import type { Caller } from './harness.ts';

/** Waits until the source of a specification was read, and returns it as REST shows it. */
export async function processedSpec(caller: Caller, organizationId: string, slug: string): Promise<any> {
  for (;;) {
    const { body } = await caller.rest(`GET /v1/orgs/${organizationId}/openapi/${slug}`);
    if (body.processingState === 'complete') return body;
    await sleep(20);
  }
}
