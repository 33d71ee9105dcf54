/** Variables without the names of types, which all answers have and no input takes, so that what was answered can be sent again. */
export const withoutTypes = <Variables>(variables: Variables): Variables =>
  JSON.parse(
    JSON.stringify(variables ?? {}, (name, value: unknown) => (name === '__typename' ? undefined : value)),
  ) as Variables;
