import { expect, it } from 'vitest';
import { authzRows } from '../../../scripts/rest/access/rows.ts';
import { scopes as allScopes } from '../../../src/access/scopes.ts';
import { nobody } from '../../../src/domain/core/acting.ts';
import { requireTypes, sentTypes } from '../../../src/domain/exchange/webhooks/patterns.ts';
import { findResourcePath } from '../../../src/rest/exchange/webhooks/resource-path.ts';

it.each(sentTypes)('%s is sent to tokens with the scopes of the resource that it shows', (type) => {
  const nowhere = { spaceId: null, collectionId: null, siteId: null, changeRequestId: null };
  const place = findResourcePath({ type, data: {}, subjectId: '', ...nowhere } as never);
  const row = authzRows.find(({ method, path }) => method === 'GET' && path === place?.path);
  expect(row !== undefined).toBe(place !== null);
  for (const needed of [row?.scope, row?.alsoScope]) {
    if (needed === undefined) continue;
    const others = new Set(allScopes.filter((scope) => scope !== needed));
    expect(() => requireTypes({ ...nobody, scopes: others }, [type])).toThrow(`"${needed}"`);
  }
});
