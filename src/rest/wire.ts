import {
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  type GraphQLInputField,
  type GraphQLInputType,
} from 'graphql';
import type { ContractForm } from '../schema/contract-form.ts';
import type { Issue } from '../schema/validation.ts';

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
export class Misfit {
  readonly issues: readonly Issue[];

  constructor(issues: readonly Issue[]) {
    this.issues = issues;
  }
}

/** Marks a value that should be a list. Coercion would wrap it into a list; this object fits no type. */
export class NotAList {
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
export class UnknownEnumValue {
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

const truths: Readonly<Record<string, boolean>> = { true: true, false: false, 1: true, 0: false };

/**
 * Converts the texts of a query parameter by the type of its variable. Repeated keys and comma-separated values make
 * lists. A text that does not fit is passed on, and coercion refuses it.
 */
export function fromText(type: GraphQLInputType): (texts: readonly string[]) => unknown {
  const bare = getNullableType(type);
  if (isListType(bare)) {
    const item = fromText(bare.ofType);
    return (texts) => texts.flatMap((text) => text.split(',')).map((text) => item([text]));
  }
  const { name } = getNamedType(bare);
  const enumValue = toGraphQL(bare);
  const isTruth =
    isEnumType(bare) && ['true', 'false'].every((word) => bare.getValues().some(({ value }) => value === word));
  return ([text = '', ...more]) => {
    // Coercion refuses two values for a parameter that is not a list.
    if (more.length > 0) return [text, ...more];
    if (name === 'Int' && /^-?\d{1,15}$/.test(text)) return Number(text);
    if (name === 'Boolean' && Object.hasOwn(truths, text)) return truths[text];
    return enumValue(isTruth && Object.hasOwn(truths, text) ? String(truths[text]) : text);
  };
}
