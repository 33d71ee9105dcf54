import { describe, expect, it } from 'vitest';
import { sharesOrigin } from '../../src/cli/announcement.ts';

describe('pages of sites', () => {
  it.each([
    ['share the origin of the API at its own host', 'localhost', 'http:', ':4000', true],
    ['have one of their own at another host', 'docs.localhost', 'http:', ':4000', false],
    ['have one of their own at another port', 'localhost', 'http:', ':5000', false],
  ])('%s', (_name, sites, protocol, port, isShared) => {
    const base = 'http://localhost:4000';
    expect(sharesOrigin({ base, app: base, sites, sitesOrigin: { protocol, port } })).toBe(isShared);
  });

  it('share none where another renderer shows them', () => {
    const base = 'http://localhost:4000';
    expect(sharesOrigin({ base, app: base, sites: 'localhost' })).toBe(false);
  });
});
