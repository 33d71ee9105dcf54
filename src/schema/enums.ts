import { builder } from './builder.ts';

/** `share-link` → `SHARE_LINK`, `lastSeenAt` → `LAST_SEEN_AT`. */
const graphqlName = (value: string) => value.replaceAll(/[^a-zA-Z0-9]+|(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase();

/**
 * A GraphQL enum over the contract's spellings: SHARE_LINK for GraphQL clients, 'share-link' everywhere else.
 * Each value comes with its description.
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
