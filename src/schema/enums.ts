import type { GraphQLEnumType } from 'graphql';
import { builder } from './builder.ts';

/**
 * Converts a value of the REST API to its GraphQL name, such as `share-link`, `lastSeenAt` or `IBMPlexMono` to `SHARE_LINK`,
 * `LAST_SEEN_AT` or `IBM_PLEX_MONO`.
 */
export const graphqlName = (value: string) =>
  value.replaceAll(/[^a-zA-Z0-9]+|(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, '_').toUpperCase();

/** Lists the values of an enum that the REST API has. */
export const listRestValues = (type: GraphQLEnumType) =>
  type.getValues().filter(({ extensions }) => extensions['graphOnly'] !== true);

/**
 * Defines an enum whose values are spelled `SHARE_LINK` in GraphQL and `share-link` everywhere else. `values` maps each
 * value to its description. REST does not know those of `graphOnly`.
 */
export function contractEnum<const Value extends string>(
  name: string,
  description: string,
  values: Readonly<Record<Value, string>>,
  graphOnly: readonly Value[] = [],
) {
  const members = Object.entries<string>(values).map(
    ([value, meaning]) =>
      [
        graphqlName(value),
        {
          value: value as Value,
          description: meaning,
          extensions: { graphOnly: graphOnly.includes(value as Value) },
        },
      ] as const,
  );
  return builder.enumType(name, {
    description,
    values: Object.fromEntries(members) as Record<string, { value: Value; description: string }>,
  });
}
