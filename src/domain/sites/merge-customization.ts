/** Settings of an appearance by section. */
export type Customization = Readonly<Record<string, unknown>>;

/** Sections that are one setting: another value replaces the whole. */
const wholes: ReadonlySet<string> = new Set(['favicon', 'announcement']);

/** A nested object of a section that is merged member by member. */
const inner: ReadonlySet<string> = new Set(['sidebar']);

/** Settings with others over them. A color, a font or a list is one setting, and is replaced as a whole. */
export const inheriting = (below: Customization, above: unknown): Customization =>
  combine(below, above, (name, under, over) =>
    wholes.has(name)
      ? over
      : combine(under, over, (member, one, other) =>
          inner.has(member) ? { ...record(one), ...record(other) } : other,
        ),
  );

/**
 * Settings after a change: what is given replaces what is stored, and null removes it, so that it is inherited again.
 */
export const changed = (stored: unknown, given: Customization): Customization =>
  withoutNulls(inheriting(record(stored), given));

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
    // What is not given stays as it is.
    if (value === undefined) continue;
    result[name] = isRecord(value) && isRecord(result[name]) ? one(name, result[name], value) : value;
  }
  return result;
}

/** Leaves out nulls, and sections in which nothing is left. Lists keep theirs. */
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
