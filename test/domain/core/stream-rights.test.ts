import { describe, expect, it } from 'vitest';
import type { Actor } from '../../../src/access/actor.ts';
import { createShare } from '../../../src/domain/core/streams/share.ts';
import { rightOf } from '../../../src/domain/core/streams/shared-turns.ts';

const actor: Actor = {
  userId: 'usr_1',
  tokenId: 'tok_1',
  scopes: new Set(['org:read', 'space:read']),
  organizationId: 'org_1',
  isInstanceAdmin: false,
  ssoRequiredIn: [],
};

describe('streams share what they read', () => {
  it('when their callers are equal in all that is known of them', () => {
    expect(rightOf({ ...actor, scopes: new Set(['space:read', 'org:read']) })).toBe(rightOf(actor));
  });

  it.each<[string, Partial<Actor>]>([
    ['another token of the user', { tokenId: 'tok_2' }],
    ['another user', { userId: 'usr_2' }],
    ['fewer scopes', { scopes: new Set(['org:read']) }],
    ['other scopes', { scopes: new Set(['org:read', 'space:write']) }],
    ['all scopes', { scopes: 'all' }],
    ['another organization', { organizationId: 'org_2' }],
    ['no organization', { organizationId: null }],
    ['an instance admin', { isInstanceAdmin: true }],
    ['a required sign-in', { ssoRequiredIn: ['org_1'] }],
    ['an installation', { integration: { integrationId: 'int_1', installationId: 'inst_1', spaceRole: 'read' } }],
    [
      'another role of an installation',
      { integration: { integrationId: 'int_1', installationId: 'inst_1', spaceRole: 'edit' } },
    ],
  ])('and not with %s', (_name, other) => {
    const installed = { integration: { integrationId: 'int_1', installationId: 'inst_1', spaceRole: 'read' } } as const;
    const first = _name.startsWith('another role') ? { ...actor, ...installed } : actor;
    expect(rightOf({ ...first, ...other })).not.toBe(rightOf(first));
  });

  it('and never as a webhook or a visitor', () => {
    expect(rightOf({ ...actor, adminOf: { organizationId: 'org_1', placeId: null } })).toBeNull();
    const visitor = { organizationId: 'org_1', siteId: 'site_1', admission: {}, claims: {} };
    expect(rightOf({ ...actor, visitor })).toBeNull();
  });

  it('where each gets what was stored after it asked', async () => {
    const share = createShare();
    let stored = 0;
    const ends: (() => void)[] = [];
    const read = () => {
      const at = stored;
      return new Promise<number>((resolve) => ends.push(() => resolve(at)));
    };
    const first = share('key', read);
    stored = 1;
    const others = Promise.all([share('key', read), share('key', read), share('other', read)]);
    for (let turn = 0; turn < 3; turn += 1) {
      ends.splice(0).forEach((end) => end());
      await new Promise(setImmediate);
    }
    expect([await first, ...(await others)]).toEqual([0, 1, 1, 1]);
  });
});
