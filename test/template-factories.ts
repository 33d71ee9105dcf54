import { dayMs } from '../src/lib/instant.ts';
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

interface Reviewed {
  readonly organizationId: string;
  readonly spaceId: string;
  readonly pageId: string;
  readonly ownerId?: string;
}

/** A page that is to be reviewed; since a day when no date is given. */
export async function aReview(server: Harness, page: Reviewed, reviewAt = dayAgo()): Promise<string> {
  const id = server.platform.services.newId('frs');
  await insert(server.platform, 'page_freshness', { id, ...page, reviewAt, dueAt: reviewAt });
  return id;
}

const dayAgo = () => new Date(clock.now().getTime() - dayMs);
