import SchemaBuilder from '@pothos/core';
import RelayPlugin from '@pothos/plugin-relay';
import ValidationPlugin from '@pothos/plugin-validation';
import type { Context } from '../domain/context.ts';
import { typeOfId } from '../lib/ids.ts';
import { validationFailed } from './validation.ts';

export const builder = new SchemaBuilder<{
  Context: Context;
  DefaultFieldNullability: false;
  Scalars: {
    ID: { Input: string; Output: string };
    DateTime: { Input: string; Output: string | Date };
    JSON: { Input: unknown; Output: unknown };
  };
}>({
  plugins: [RelayPlugin, ValidationPlugin],
  defaultFieldNullability: false,
  validation: { validationError: validationFailed },
  relay: {
    cursorType: 'String',
    clientMutationId: 'omit',
    encodeGlobalID: (_type, id) => String(id),
    decodeGlobalID: (id) => ({ typename: typeOfId(id) ?? 'Unknown', id }),
    // node.ts has its own: the plugin's fail as a whole when one of the things is hidden.
    nodeQueryOptions: false,
    nodesQueryOptions: false,
    nodeTypeOptions: { description: 'A thing with an id of its own.' },
    idFieldOptions: { description: 'Its id, unlike any other.' },
    pageInfoTypeOptions: { description: 'Where a page of a list ends.' },
    hasNextPageFieldOptions: { description: 'Whether more items follow.' },
    hasPreviousPageFieldOptions: { description: 'Always false: lists are read forward.' },
    startCursorFieldOptions: { description: 'Cursor of the first item; null on an empty page.' },
    endCursorFieldOptions: { description: 'Cursor of the last item, for `after`; null on an empty page.' },
    pageInfoFieldOptions: { description: 'Where this page ends.' },
    edgesFieldOptions: { description: 'The items, each with its cursor.' },
    cursorFieldOptions: { description: 'Continues the list after this item, as `after`.' },
    nodeFieldOptions: { description: 'The item itself.' },
  },
});

builder.queryType({ description: 'Everything that can be read.' });
builder.mutationType({ description: 'Everything that can be changed.' });

builder.scalarType('DateTime', {
  description: 'ISO 8601 date-time in UTC, with milliseconds.',
  serialize: (instant) => (typeof instant === 'string' ? instant : instant.toISOString()),
  parseValue: (text) => new Date(String(text)).toISOString(),
});

builder.scalarType('JSON', {
  description: 'Any JSON value.',
  serialize: (value) => value,
  parseValue: (value) => value,
});
