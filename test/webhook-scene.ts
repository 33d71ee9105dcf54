import { expect } from 'vitest';
import { anOrganization, aSpace, type AnOrganization } from './factories.ts';
import type { Harness } from './harness.ts';
import { until } from './until.ts';
import type { Receiver } from './webhook-receiver.ts';

export interface Scene extends AnOrganization {
  readonly space: { readonly id: string };
  readonly path: string;
}

/** An organization of its own, so that a webhook is told of the events of the test alone. */
export async function aScene(server: Harness): Promise<Scene> {
  const organization = await anOrganization(server);
  const space = await aSpace(server, organization.id);
  return { ...organization, space, path: `/v1/orgs/${organization.id}/webhooks` };
}

/** Adds a webhook for the events of spaces to the organization. */
export async function aHook({ owner, path }: Scene, receiver: Receiver, more: object = {}) {
  const { status, body } = await owner.rest(`POST ${path}`, { url: receiver.url, types: ['space.*'], ...more });
  expect(status).toBe(201);
  const id: string = body.webhook.id;
  return { id, secret: body.secret as string, at: `${path}/${id}` };
}

/** Renames the space, which is an event. */
export const rename = async ({ owner, space }: Scene, title: string) =>
  expect((await owner.rest(`PATCH /v1/spaces/${space.id}`, { title })).status).toBe(200);

export const deliveriesOf = async ({ owner }: Scene, at: string) =>
  (await owner.rest(`GET ${at}/deliveries`)).body.items;

/** Waits until the deliveries of a webhook, the newest first, are in these states with so many attempts. */
export const deliveriesUntil = (scene: Scene, at: string, ...states: readonly string[]) =>
  until(
    () => deliveriesOf(scene, at),
    (items) => JSON.stringify(items.map((item: any) => `${item.state} ${item.attempts}`)) === JSON.stringify(states),
  );
