import SchemaBuilder from '@pothos/core';
import RelayPlugin from '@pothos/plugin-relay';
import ValidationPlugin from '@pothos/plugin-validation';
import { GraphQLString } from 'graphql';
import type { Context } from '../domain/core/context.ts';
import { jsonScalars, type JsonScalar } from '../lib/form-types.ts';
import { typeOfId } from '../lib/ids.ts';
import { instantRule, readInstant } from '../lib/instant.ts';
import '../lib/zod-messages.ts';
import { validationFailed } from './validation.ts';

export const builder = new SchemaBuilder<{
  Context: Context;
  DefaultFieldNullability: false;
  Scalars: {
    ID: { Input: string; Output: string };
    DateTime: { Input: string; Output: string | Date };
    URL: { Input: string; Output: string };
  } & Record<JsonScalar, { Input: unknown; Output: unknown }>;
}>({
  plugins: [RelayPlugin, ValidationPlugin],
  defaultFieldNullability: false,
  validation: { validationError: validationFailed },
  relay: {
    cursorType: 'String',
    clientMutationId: 'omit',
    encodeGlobalID: (_type, id) => String(id),
    decodeGlobalID: (id) => ({ typename: typeOfId(id) ?? 'Unknown', id }),
    // node.ts defines these fields, because those of the plugin fail as a whole when one object is hidden.
    nodeQueryOptions: false,
    nodesQueryOptions: false,
    nodeTypeOptions: { description: 'An object with a globally unique id.' },
    idFieldOptions: { description: 'Globally unique id.' },
    pageInfoTypeOptions: { description: 'Position of a page in a list.' },
    hasNextPageFieldOptions: { description: 'Whether more items follow.' },
    hasPreviousPageFieldOptions: { description: 'Whether more items precede.' },
    startCursorFieldOptions: { description: 'Cursor of the first item, to pass as `before`; null on an empty page.' },
    endCursorFieldOptions: { description: 'Cursor of the last item, to pass as `after`; null on an empty page.' },
    pageInfoFieldOptions: { description: 'Position of this page in the list.' },
    edgesFieldOptions: { description: 'Items of this page, each with its cursor.' },
    cursorFieldOptions: { description: 'Cursor of this item. Pass it as `after` to continue the list from here.' },
    nodeFieldOptions: { description: 'The item.' },
  },
});

builder.queryType({ description: 'All queries.' });
builder.mutationType({ description: 'All mutations.' });
builder.subscriptionType({ description: 'All subscriptions.' });

/**
 * Marks scalars of which JSON makes the right text without `serialize`, as it does of an instant; see
 * `engine/compiled-schema.ts`.
 */
const asText = { isText: true };

builder.scalarType('DateTime', {
  description: 'ISO 8601 date and time in UTC, with milliseconds.',
  extensions: asText,
  serialize: (instant) => (typeof instant === 'string' ? instant : instant.toISOString()),
  parseValue: (text) => {
    const instant = readInstant(String(text));
    if (instant === null) throw new Error(`It ${instantRule}`);
    return instant;
  },
});

builder.scalarType('URL', {
  description: 'An absolute URL.',
  extensions: asText,
  serialize: (url) => url,
  parseValue: (text) => GraphQLString.parseValue(text),
});

for (const [name, description] of Object.entries(jsonScalars)) {
  builder.scalarType(name as JsonScalar, {
    description,
    extensions: asText,
    serialize: (value) => value,
    parseValue: (value) => value,
  });
}
