import { builder } from './builder.ts';

/**
 * Converts a value of the REST API to its GraphQL name, such as `share-link`, `lastSeenAt` or `IBMPlexMono` to `SHARE_LINK`,
 * `LAST_SEEN_AT` or `IBM_PLEX_MONO`.
 */
export const graphqlName = (value: string) =>
  value.replaceAll(/[^a-zA-Z0-9]+|(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, '_').toUpperCase();

/**
 * Defines an enum whose values are spelled `SHARE_LINK` in GraphQL and `share-link` everywhere else. `values` maps each
 * value to its description.
 */
export function contractEnum<const Value extends string>(
  name: string,
  description: string,
  values: Readonly<Record<Value, string>>,
) {
  const members = Object.entries<string>(values).map(
    ([value, meaning]) => [graphqlName(value), { value: value as Value, description: meaning }] as const,
  );
  return builder.enumType(name, {
    description,
    values: Object.fromEntries(members) as Record<string, { value: Value; description: string }>,
  });
}
