import type { Scope } from '../../src/access/scopes.ts';
import { eventTypes, type EventType } from '../../src/domain/core/events/catalogue.ts';
import { readersOf } from '../../src/domain/core/events/audience.ts';
import { raw } from '../../src/db/sql.ts';
import { aWebhook } from '../factories.ts';
import { insert } from '../insert.ts';
import { clock } from '../setup/clock.ts';
import type { World } from './authz-world.ts';

/** A text of a row, and the scopes of which a token needs one to read it, wherever it is shown. */
interface Marked {
  readonly table: string;
  readonly column: string;
  readonly scopes: readonly Scope[];
}

/** The texts of resources. What shows one without a scope of its own names the scope of what it belongs to. */
const marked: readonly Marked[] = [
  // `org:members:read` reads members with their spaces, and `site:read` what a site shows, which has the titles of its spaces.
  { table: 'spaces', column: 'title', scopes: ['space:read', 'org:members:read', 'site:read'] },
  { table: 'collections', column: 'title', scopes: ['collection:read'] },
  { table: 'sites', column: 'title', scopes: ['site:read'] },
  { table: 'site_section_groups', column: 'title', scopes: ['site:read'] },
  { table: 'site_sections', column: 'title', scopes: ['site:read'] },
  { table: 'site_share_links', column: 'name', scopes: ['site:read'] },
  { table: 'page_feedback', column: 'comment', scopes: ['site:read'] },
  { table: 'teams', column: 'title', scopes: ['org:teams:read'] },
  { table: 'content_entries', column: 'title', scopes: ['space:content:read'] },
  { table: 'comments', column: 'markdown', scopes: ['space:comments:read'] },
  { table: 'change_requests', column: 'subject', scopes: ['space:change-requests:read'] },
  { table: 'openapi_versions', column: 'title', scopes: ['openapi:read'] },
  { table: 'translation_settings', column: 'title', scopes: ['org:translations:read'] },
  { table: 'login_providers', column: 'label', scopes: ['org:sso:read'] },
  { table: 'webhooks', column: 'description', scopes: ['org:read'] },
  { table: 'api_tokens', column: 'name', scopes: ['user:read'] },
];

const markOf = (scopes: readonly Scope[]) => `⟦${scopes.join('|')}⟧`;

/** The marks in an answer whose scopes a token lacks. */
export function marksBeyond(allowed: readonly Scope[], answer: unknown): string[] {
  const found = JSON.stringify(answer)?.matchAll(/⟦([^⟧]+)⟧/g) ?? [];
  const marks = [...new Set([...found].map(([, text = '']) => text))];
  return marks.filter((mark) => !mark.split('|').some((scope) => allowed.includes(scope as Scope)));
}

export const countMarks = (answer: unknown): number => JSON.stringify(answer)?.match(/⟦/g)?.length ?? 0;

/** Marks the texts of all resources that there are. Those of other tests keep what they have. */
export async function markAll({ server }: World): Promise<void> {
  for (const { table, column, scopes } of marked)
    await server.platform.db.sql.rows(raw(`update ${table} set ${column} = '${markOf(scopes)} welcome' returning 1`));
}

/** Adds an event of each type, and its delivery to a webhook, with marks for the scope that reads it. */
export async function addMarkedEvents({
  server,
  organizationId,
  spaceId,
  owner,
}: World): Promise<{ webhookId: string }> {
  const { platform } = server;
  const { id: webhookId } = await aWebhook(server, organizationId);
  const types = Object.keys(eventTypes) as readonly EventType[];
  const rows = types.map((type, at) => {
    const readers = readersOf(type);
    const mark = markOf([readers.scope]);
    const places = readers.on === 'resource' ? { spaceId } : {};
    const event = { id: platform.services.newId('evt'), organizationId, position: at + 1, type, subjectId: spaceId };
    const call = {
      requestId: 'none',
      source: 'rest',
      tokenId: null,
      address: markOf(['org:members:read']),
      userAgent: markOf(['org:members:read']),
    };
    return {
      ...event,
      ...places,
      ...call,
      subjectLabel: mark,
      actorId: owner.userId,
      data: { changed: [mark] },
      createdAt: clock.now(),
    };
  });
  await insert(platform, 'events', ...rows);
  const deliveries = rows.map(({ id: eventId, position, type }) => {
    const { scope } = readersOf(type);
    const sent = { body: JSON.stringify({ title: markOf([scope]) }), response: markOf([scope]), status: 200 };
    return {
      id: platform.services.newId('dlv'),
      webhookId,
      eventId,
      position,
      type,
      state: 'delivered',
      createdAt: clock.now(),
      ...sent,
    };
  });
  await insert(platform, 'webhook_deliveries', ...deliveries);
  return { webhookId };
}
