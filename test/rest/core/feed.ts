import { expect } from 'vitest';
import type { Caller } from '../../harness.ts';

/** An event of the feed. */
export interface Told {
  readonly id: string;
  readonly type: string;
  readonly position: number;
  readonly subject: { readonly id: string; readonly title?: string };
  readonly data: Readonly<Record<string, unknown>>;
  readonly actor?: { readonly id: string };
}

/** The events of an organization that the caller may read. */
export const feedOf = async (caller: Caller, organizationId: string, query = ''): Promise<Told[]> => {
  const { status, body } = await caller.rest(`GET /v1/orgs/${organizationId}/events?limit=1000${query}`);
  expect(status).toBe(200);
  return body.items;
};
