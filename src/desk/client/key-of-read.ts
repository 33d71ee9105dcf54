/** What stands for a query with its variables, of which null is as good as none. */
export const keyOfRead = (name: string | undefined, variables: object | null = {}): string =>
  `${name} ${JSON.stringify(
    Object.entries(variables ?? {})
      .filter(([, value]) => value !== null && value !== undefined)
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  )}`;
