import type { Harness } from './harness.ts';
import { insert } from './insert.ts';
import { clock } from './setup/clock.ts';

interface Place {
  readonly server: Harness;
  readonly organizationId: string;
  readonly spaceId: string;
}

/** A template that offers a page of a space. */
export async function aTemplate({ server, organizationId, spaceId }: Place, pageId: string): Promise<string> {
  const id = server.platform.services.newId('tpl');
  await insert(server.platform, 'templates', { id, organizationId, spaceId, pageId, createdAt: clock.now() });
  return id;
}
