import { getNamedType, isNonNullType, isObjectType, type GraphQLField, type GraphQLSchema } from 'graphql';
import type { Context } from '../domain/core/context.ts';

const isEmpty = (value: unknown): boolean => value === '' || (Array.isArray(value) && value.length === 0);

/** Makes a field take an empty text or list for an argument that may be omitted as if it were. */
function takeEmptyAsOmitted(field: GraphQLField<unknown, Context>): void {
  const optional = field.args.filter(({ type }) => !isNonNullType(type));
  const { resolve, subscribe } = field;
  const withoutEmpty = (given: Record<string, unknown>) => {
    const empty = optional.filter(({ name }) => isEmpty(given[name]));
    if (empty.length === 0) return given;
    const args = { ...given };
    for (const { name, defaultValue } of empty)
      if (defaultValue === undefined) delete args[name];
      else args[name] = defaultValue;
    return args;
  };
  if (resolve) field.resolve = (source, args, ctx, info) => resolve(source, withoutEmpty(args), ctx, info);
  if (subscribe) field.subscribe = (source, args, ctx, info) => subscribe(source, withoutEmpty(args), ctx, info);
}

/**
 * Makes all lists and streams of a schema take an empty filter as one that is not given, as the REST API does. See
 * docs/adr/0117-an-empty-filter-is-none.md.
 */
export function withoutEmptyFilters(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) {
      const isList = getNamedType(field.type).name.endsWith('Connection');
      if (isList || type === schema.getSubscriptionType()) takeEmptyAsOmitted(field);
    }
  }
  return schema;
}
