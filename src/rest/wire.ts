import {
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  type GraphQLInputType,
} from 'graphql';

/** Changes a value on its way in. */
export type Convert = (value: unknown) => unknown;

const same: Convert = (value) => value;

/**
 * Contract spelling → GraphQL spelling, all the way down ('share-link' → SHARE_LINK), made once per
 * type. Fields the schema does not know are left out (decisions 1.1); values it does not know pass,
 * and coercion refuses them. An omitted key stays omitted.
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
    return (value) => names.get(value) ?? (typeof value === 'string' ? new Misspelt(value) : value);
  }
  if (!isInputObjectType(bare)) return same;
  const known = seen.get(bare.name);
  if (known) return known;
  const fields = new Map<string, Convert>();
  const convert: Convert = (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const kept: Record<string, unknown> = {};
    for (const [key, item] of Object.entries(value)) {
      const field = fields.get(key);
      if (field) kept[key] = item === null ? null : field(item);
    }
    return kept;
  };
  seen.set(bare.name, convert);
  for (const field of Object.values(bare.getFields())) fields.set(field.name, toGraphQL(field.type, seen));
  return convert;
}

/** What stands where a list must. Coercion would take one value for a list of it; this fits no type. */
export class NotAList {
  readonly isList = false;
}

/** A word that is no value of the contract. Kept from coercion, which would take GraphQL's spelling of one. */
class Misspelt {
  readonly #word: string;

  constructor(word: string) {
    this.#word = word;
  }

  toJSON(): string {
    return this.#word;
  }
}

const truths: Readonly<Record<string, boolean>> = { true: true, false: false, 1: true, 0: false };

/**
 * A query string carries text only; the variable's type says what it stands for. Text that does not
 * fit passes, and coercion refuses it. Lists take repeated keys and comma lists (decisions 4.8).
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
    // One value given twice is none that fits.
    if (more.length > 0) return [text, ...more];
    if (name === 'Int' && /^-?\d{1,15}$/.test(text)) return Number(text);
    if (name === 'Boolean' && Object.hasOwn(truths, text)) return truths[text];
    return enumValue(isTruth && Object.hasOwn(truths, text) ? String(truths[text]) : text);
  };
}
