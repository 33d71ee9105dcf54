import { beforeAll, describe, expect, it } from 'vitest';
import { usesPerCompilation } from '../../src/engine/document-caches.ts';
import { anOrganization, aSpace } from '../factories.ts';
import { startServer, type Caller } from '../harness.ts';

let owner: Caller;
let ids: { readonly organization: string; readonly space: string };

beforeAll(async () => {
  const server = await startServer();
  const { id: organization, owner: admin } = await anOrganization(server);
  owner = admin;
  ids = { organization, space: (await aSpace(server, organization)).id };
});

/** Documents whose variable `$n` may be null where the schema has a value that must not be. */
const documents: Readonly<Record<string, string>> = {
  argument: 'query ($n: ID = "a") { space(id: $n) { id } }',
  list: 'query ($n: [ID!] = ["a"]) { nodes(ids: $n) { id } }',
  'argument of a mutation': 'mutation ($n: ID = "a") { createSpace(organizationId: $n, input: {}) { space { id } } }',
  'member of an input': 'mutation ($n: String = "a") { createApiToken(input: { name: $n }) { apiToken { id } } }',
  'whole input': 'mutation ($n: CreateApiTokenInput = { name: "a" }) { createApiToken(input: $n) { apiToken { id } } }',
  'argument below': 'query ($s: ID!, $n: String = "a") { space(id: $s) { search(query: $n) { count } } }',
  'condition of a field': 'query ($n: Boolean = true) { viewer @include(if: $n) { id } }',
  'condition below': 'query ($n: Boolean = true) { viewer { id displayName @skip(if: $n) } }',
};

describe('a variable that is null in spite of its default', () => {
  it.each(Object.entries(documents))(
    'a variable that is null as the %s is invalid, however often the document was used',
    async (_name, document) => {
      for (let use = 0; use <= usesPerCompilation; use += 1) {
        const { body } = await owner.graphql(document, { n: null, s: document.includes('$s') ? ids.space : undefined });
        expect(body.errors[0].extensions).toMatchObject({ type: 'validation_failed', status: 400 });
      }
    },
  );
});
