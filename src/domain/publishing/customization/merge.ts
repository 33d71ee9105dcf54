/** Settings by section. */
export type Customization = Readonly<Record<string, unknown>>;

/** Sections that are a single setting and are replaced as a whole. */
const wholes: ReadonlySet<string> = new Set(['favicon', 'announcement']);

/** Nested objects that are merged member by member. */
const inner: ReadonlySet<string> = new Set(['sidebar']);

/** Merges settings over inherited ones. A color, font or list is a single setting and is replaced as a whole. */
export const mergeSettings = (below: Customization, above: unknown): Customization =>
  combine(below, above, (name, under, over) =>
    wholes.has(name)
      ? over
      : combine(under, over, (member, one, other) =>
          inner.has(member) ? { ...record(one), ...record(other) } : other,
        ),
  );

/**
 * Applies a change to stored settings: a given value replaces the stored one; null removes it, so that it is inherited.
 */
export const changed = (stored: unknown, given: Customization): Customization =>
  withoutNulls(mergeSettings(record(stored), given));

/** Whether nothing is set. */
export const isUnset = (settings: Customization): boolean => Object.keys(settings).length === 0;

function combine(
  below: unknown,
  above: unknown,
  one: (name: string, under: unknown, over: unknown) => unknown,
): Customization {
  if (!isRecord(above)) return record(below);
  const result: Record<string, unknown> = { ...record(below) };
  for (const [name, value] of Object.entries(above)) {
    // Omitted settings stay unchanged.
    if (value === undefined) continue;
    result[name] = isRecord(value) && isRecord(result[name]) ? one(name, result[name], value) : value;
  }
  return result;
}

/** Removes nulls, and sections that become empty. Lists are left unchanged. */
function withoutNulls(settings: Customization): Customization {
  const kept = Object.entries(settings).flatMap(([name, value]): [string, unknown][] => {
    if (value === null || value === undefined) return [];
    if (!isRecord(value)) return [[name, value]];
    const inside = withoutNulls(value);
    return isUnset(inside) ? [] : [[name, inside]];
  });
  return Object.fromEntries(kept);
}

const record = (value: unknown): Customization => (isRecord(value) ? value : {});

const isRecord = (value: unknown): value is Customization =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
