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
    nodeQueryOptions: { description: 'Anything with an id, by that id; null with an error when it is absent or hidden.' },
    nodesQueryOptions: { description: 'Several things by id, in the order asked; null where one is absent or hidden.' },
    nodeTypeOptions: { description: 'A thing with an id of its own.' },
    pageInfoTypeOptions: { description: 'Where a page of a list ends.' },
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
