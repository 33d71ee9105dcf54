import { describe, expect, it } from 'vitest';
import { isAuditOnly } from '../../../src/domain/core/events/audience.ts';
import { eventTypes, type EventType } from '../../../src/domain/core/events/catalogue.ts';
import type { Role } from '../../../src/access/roles.ts';
import { readers } from '../../../src/domain/core/events/readers.ts';
import { typesOf } from '../../../src/domain/core/events/patterns.ts';
import { WebhookTypes } from '../../../src/domain/exchange/webhooks/fields.ts';
import { sentTypes } from '../../../src/domain/exchange/webhooks/patterns.ts';
import { receives, type MatchedEvent } from '../../../src/domain/exchange/webhooks/places.ts';

const none = { spaceId: null, collectionId: null, siteId: null };
const everything = { organizationId: 'org_1', ...none, pageId: null, types: ['*'], cursor: 0 };
const event = (type: EventType, more: Partial<MatchedEvent> = {}): MatchedEvent => ({
  type,
  position: 1,
  organizationId: 'org_1',
  subjectId: 'x',
  ...none,
  data: {},
  ...more,
});
const nowhere = new Map<string, Role>();

const places = {
  space: { spaceId: 'spc_1' },
  collection: { collectionId: 'col_1' },
  site: { siteId: 'site_1' },
} as const;
const inCollection = new Map<string, Role | null>([
  ['col_1', 'admin'],
  ['col_2', 'admin'],
  ['spc_1', 'admin'],
  ['col_read', 'read'],
  ['col_none', null],
]);

describe('a webhook is told', () => {
  it('of every type of the feed in its organization, and of none of the audit log', () => {
    const types = Object.keys(eventTypes) as EventType[];
    const told = types.filter((type) => receives(everything, event(type), nowhere));
    expect(told).toEqual(sentTypes);
    expect(told.filter(isAuditOnly)).toEqual([]);
    expect(types.some((type) => receives({ ...everything, organizationId: 'org_2' }, event(type), nowhere))).toBe(
      false,
    );
  });

  it.each(sentTypes)('%s of what belongs to its place, if admins of a place see it', (type) => {
    const { on } = readers[eventTypes[type].readers];
    for (const [name, place] of Object.entries(places)) {
      const webhook = { ...everything, ...place };
      expect([name, receives(webhook, event(type, place), inCollection)]).toEqual([name, on === 'resource']);
      expect([name, receives(webhook, event(type), inCollection)]).toEqual([name, false]);
      const elsewhere = { spaceId: 'spc_9', collectionId: null, siteId: 'site_9' };
      expect([name, receives(webhook, event(type, elsewhere), inCollection)]).toEqual([name, false]);
    }
  });

  it.each([
    ['a space in it', { spaceId: 'spc_1' }, true],
    ['a collection in it', { collectionId: 'col_2' }, true],
    ['another collection', { collectionId: 'col_3' }, false],
    ['a collection in it that its admins may read', { collectionId: 'col_read' }, true],
    ['a collection in it that is closed to them', { collectionId: 'col_none' }, false],
  ])('in a collection of %s', (_name, place, expected) => {
    expect(receives({ ...everything, ...places.collection }, event('collection.updated', place), inCollection)).toBe(
      expected,
    );
  });

  it('in a collection of what only admins see where they are admins', () => {
    const webhook = { ...everything, ...places.collection };
    const granted = (collectionId: string) =>
      receives(webhook, event('access.granted', { collectionId }), inCollection);
    expect(['col_2', 'col_read', 'col_none'].map(granted)).toEqual([true, false, false]);
  });

  it.each([
    ['the page was changed', { changes: [{ id: 'pg_1' }], total: 1 }, true],
    ['another page was changed', { changes: [{ id: 'pg_2' }], total: 1 }, false],
    ['more was changed than the event lists', { changes: [{ id: 'pg_2' }], total: 200 }, true],
    ['the page has a comment', { page: 'pg_1' }, true],
    ['another page has a comment', { page: 'pg_2' }, false],
    ['it is about no page', {}, false],
  ])('of a page when %s', (_name, data, expected) => {
    const webhook = { ...everything, ...places.space, pageId: 'pg_1' };
    expect(receives(webhook, event('content.updated', { ...places.space, data }), nowhere)).toBe(expected);
  });

  it('of what comes after its cursor', () => {
    expect(receives({ ...everything, cursor: 1 }, event('space.updated'), nowhere)).toBe(false);
  });
});

describe('types of events', () => {
  it.each([
    ['*', sentTypes.length],
    ['space.*', sentTypes.filter((type) => type.startsWith('space.')).length],
    ['space.updated', 1],
    ['spac.*', 0],
    ['space', 0],
    ['*.updated', 0],
    ['api_token.created', 0],
    ['api_token.*', 0],
    ['', 0],
  ])('%j names %i types', (pattern, count) => {
    expect(typesOf([pattern], sentTypes)).toHaveLength(count);
    expect(WebhookTypes.safeParse([pattern]).success).toBe(count > 0);
  });
});
