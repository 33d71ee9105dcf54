import {
  coerceInputValue,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  type GraphQLInputField,
  type GraphQLInputType,
} from 'graphql';
import type { ContractForm } from '../schema/contract-form.ts';
import type { ErrorDetail } from '../lib/errors.ts';
import { detailOf, type Issue } from '../schema/validation.ts';
import type { Variable } from './variables.ts';

/** Converts a value of a request. */
export type Convert = (value: unknown) => unknown;

const same: Convert = (value) => value;

/**
 * Converts the contract's spelling of values to GraphQL's at every depth ('share-link' → SHARE_LINK). Made once per
 * type. Fields that the schema does not know are left out. Values that it does not know pass, and coercion refuses them.
 * An omitted key stays omitted. A text becomes the object that it stands for, where the type has a member for it:
 * `extensions: { textForm: 'email' }`. Other values that the contract spells in another form have a `ContractForm`.
 */
export function toGraphQL(type: GraphQLInputType, seen = new Map<string, Convert>()): Convert {
  const bare = getNullableType(type);
  if (isListType(bare)) {
    const item = toGraphQL(bare.ofType, seen);
    return (value) => {
      if (Array.isArray(value)) return value.map(item);
      return value === null || value === undefined ? value : new NotAList();
    };
  }
  if (isEnumType(bare)) {
    const names = new Map(bare.getValues().map(({ name, value }) => [value as unknown, name]));
    return (value) =>
      names.get(value) ??
      (typeof value === 'string' ? new UnknownEnumValue(value, [...names.keys()].map(String)) : value);
  }
  if (bare.name === 'ID') return (value) => (typeof value === 'number' ? new NotText(value) : value);
  if (!isInputObjectType(bare)) return same;
  const known = seen.get(bare.name);
  if (known) return known;
  const isStrict = bare.extensions['isStrict'] === true;
  const textForm = bare.extensions['textForm'];
  const fields = new Map<string, Convert>();
  const convert: Convert = (value) => {
    if (typeof value === 'string' && typeof textForm === 'string') return { [textForm]: value };
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const kept: Record<string, unknown> = {};
    for (const [key, item] of Object.entries(value)) {
      const field = fields.get(key);
      if (field) kept[key] = item === null ? null : field(item);
      // Coercion refuses this member. Elsewhere unknown members are ignored, because newer clients may send more.
      else if (isStrict) kept[key] = item;
    }
    return kept;
  };
  seen.set(bare.name, convert);
  for (const field of Object.values(bare.getFields())) fields.set(field.name, ofField(field, seen));
  return convert;
}

/** Converts a member of an input. A value with a form in the contract is validated first. */
function ofField({ type, extensions }: GraphQLInputField, seen: Map<string, Convert>): Convert {
  const convert = toGraphQL(type, seen);
  const contract = extensions['contract'] as ContractForm | undefined;
  if (!contract) return convert;
  const { form, toGraph } = contract;
  return (value) => {
    const checked = form?.safeParse(value);
    return checked?.error ? new Misfit(checked.error.issues) : convert(toGraph(value));
  };
}

/** Marks a value that is not valid in the contract, with the reasons. Coercion refuses it, because it fits no type. */
class Misfit {
  readonly issues: readonly Issue[];

  constructor(issues: readonly Issue[]) {
    this.issues = issues;
  }
}

/** Marks a value that should be a list. Coercion would wrap it into a list; this object fits no type. */
class NotAList {
  readonly isList = false;
}

/** Marks a number that should be an id. Coercion would convert it to text; this object fits no type. */
class NotText {
  readonly #number: number;

  constructor(number: number) {
    this.#number = number;
  }

  toJSON(): number {
    return this.#number;
  }
}

/** Marks a text that is not an enum value of the REST API. Coercion would accept it if it were GraphQL's spelling. */
class UnknownEnumValue {
  readonly #word: string;
  readonly #known: readonly string[];

  constructor(word: string, known: readonly string[]) {
    this.#word = word;
    this.#known = known;
  }

  /** Describes the error and the valid values. */
  get problem(): string {
    return `${JSON.stringify(this.#word)} is not one of the values: ${this.#known.join(', ')}`;
  }

  toJSON(): string {
    return this.#word;
  }
}

/**
 * Returns an error for each value that does not fit its type, with its path in the request. Errors of values that are
 * not valid in the contract come last.
 */
export function problemsOf(variables: readonly Variable[], values: Record<string, unknown>): ErrorDetail[] {
  return variables.flatMap(({ name, type, place }) => {
    if (values[name] === undefined) return [];
    const problems: ErrorDetail[] = [];
    const misfits = new Map<Misfit, ErrorDetail[]>();
    coerceInputValue(values[name], type, (path, value, error) => {
      if (value instanceof Misfit)
        return misfits.set(
          value,
          value.issues.map((issue) => inside([place, ...path], issue)),
        );
      if (value instanceof NotAList) return problems.push({ path: [place, ...path].join('.'), ...mustBeList });
      const unknown = /^Field "([^"]{0,100})" is not defined by type/.exec(error.message)?.[1];
      if (unknown !== undefined) return problems.push(unknownMember([place, ...path].join('.'), unknown, value));
      const missing = /Field "(\w+)" of required type/.exec(error.message)?.[1];
      problems.push({
        path: [place, ...path, ...(missing === undefined ? [] : [missing])].join('.'),
        rule: missing === undefined ? 'type' : 'required',
        message: missing === undefined ? plainMessage(error.message, value) : `"${missing}" is required`,
      });
    });
    return [...problems, ...[...misfits.values()].flat()];
  });
}

/** Returns the error for an issue of a value, with its path in the request. */
function inside(path: readonly (string | number)[], issue: Issue): ErrorDetail {
  const detail = detailOf(issue);
  return { ...detail, path: [...path, ...(detail.path === '' ? [] : [detail.path])].join('.') };
}

/** Returns the error for a member that an operation does not have. */
function unknownMember(path: string, name: string, value: unknown): ErrorDetail {
  const operation = typeof value === 'object' && value !== null && 'operation' in value ? value.operation : null;
  const what = typeof operation === 'string' ? operation.toLowerCase() : path.split('.').at(-1);
  return { path: `${path}.${name}`, rule: 'exclusive', message: `${what} does not accept ${name}` };
}

const mustBeList = { rule: 'type', message: 'must be a list' };

/** Replaces messages of GraphQL coercion, which name types and spellings that REST callers do not know. */
function plainMessage(message: string, value: unknown): string {
  if (value instanceof UnknownEnumValue) return value.problem;
  if (/does not exist in "\w+" enum|^Enum "\w+" cannot represent/.test(message))
    return `${JSON.stringify(value)} is not one of the values`;
  if (/non-nullable type/.test(message)) return 'must not be null';
  const type = /^(Int|String|Boolean|ID|Float) cannot represent/.exec(message)?.[1];
  const names: Record<string, string> = {
    Int: 'an integer',
    String: 'a string',
    Boolean: 'a boolean',
    ID: 'a string',
    Float: 'a number',
  };
  return type ? `must be ${names[type]}` : message.replace(/^Expected type "\w+!?" to be/, 'must be');
}
