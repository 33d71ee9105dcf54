/** The names of the members of an object, in order. Most objects have a few, which insertion sorts in the shortest time. */
export function sortedNames(object: Readonly<Record<string, unknown>>): string[] {
  const names = Object.keys(object);
  if (names.length > 12) return names.toSorted();
  for (let at = 1; at < names.length; at += 1) {
    const name = names[at] ?? '';
    let to = at;
    for (; to > 0 && (names[to - 1] ?? '') > name; to -= 1) names[to] = names[to - 1] ?? '';
    names[to] = name;
  }
  return names;
}
