import * as z from 'zod';

/**
 * Converts a value of an input between its form in GraphQL and its form in the contract, which REST, the domain and the
 * database use. Null is the same in both and is not converted.
 */
export interface Spelling {
  readonly toGraph: (value: unknown) => unknown;
  /** Adds an issue for a value that its GraphQL type does not refuse, such as two entries with the same key. */
  readonly toContract: (value: unknown, issues: z.RefinementCtx) => unknown;
}

/** The `extensions: { contract }` of an input field. */
export interface ContractForm {
  /**
   * Schema of the value in the contract. REST validates values with it before it converts them to GraphQL, so that errors
   * describe the value that was sent, and the OpenAPI document is generated from it. Null for a part of a value that is
   * validated as a whole.
   */
  readonly form: z.ZodType | null;
  readonly toGraph: Spelling['toGraph'];
}

const same: Spelling = { toGraph: (value) => value, toContract: (value) => value };

/**
 * Returns the options of an input field whose values have a form in the contract. Resolvers get them in that form, after
 * validation; TypeScript types them as in GraphQL, so resolvers cast them.
 */
export const inForm = (form: z.ZodType, { toGraph, toContract }: Spelling = same) => ({
  validate: z.unknown().transform(toContract).pipe(form),
  extensions: { contract: { form, toGraph } satisfies ContractForm },
});

/** Returns the options of an input field inside a field that `inForm` validates as a whole. */
export const inPart = ({ toGraph, toContract }: Spelling) => ({
  validate: z.unknown().transform(toContract),
  extensions: { contract: { form: null, toGraph } satisfies ContractForm },
});

type Entry = Readonly<Record<string, unknown>>;

/**
 * Converts between an object in the contract and a list of entries in GraphQL. An entry has the key in its member `key`. It
 * has the value in its member `value`, or the members of the value themselves when `value` is omitted.
 */
export function keyed(key: string, value?: string): Spelling {
  const entryOf = (inner: unknown) => (value === undefined ? (inner as Entry) : { [value]: inner });
  const valueOf = ({ [key]: _name, ...entry }: Entry) => (value === undefined ? entry : entry[value]);
  return {
    toGraph: (object) => Object.entries(object as Entry).map(([name, inner]) => ({ ...entryOf(inner), [key]: name })),
    toContract: (entries, issues) => {
      const found = new Map<string, unknown>();
      for (const entry of entries as readonly Entry[]) {
        const name = String(entry[key]);
        if (found.has(name)) issues.addIssue({ code: 'custom', message: `must not have the ${key} "${name}" twice` });
        found.set(name, valueOf(entry));
      }
      return Object.fromEntries(found);
    },
  };
}

/**
 * Converts between a value in the contract that has one of several forms and an object with one member in GraphQL.
 * `memberOf` returns the name of the member for a value.
 */
export const oneOf = (memberOf: (value: unknown) => string): Spelling => ({
  toGraph: (value) => ({ [memberOf(value)]: value }),
  toContract: (members, issues) => {
    const [given, ...others] = Object.values(members as Entry).filter((value) => value !== undefined);
    if (given !== undefined && given !== null && others.length === 0) return given;
    issues.addIssue({ code: 'custom', message: 'must have exactly one member' });
    return z.NEVER;
  },
});
