import { listRestValues } from '../schema/enums.ts';
import { getNamedType, getNullableType, isEnumType, isListType, type GraphQLInputType } from 'graphql';
import type { ErrorDetail } from '../lib/errors.ts';
import { instantRule, readInstant } from '../lib/instant.ts';

/** A value that was read from a request, or what is wrong with it. Paths are those below the value. */
export interface WireValue {
  readonly value?: unknown;
  readonly problems?: readonly ErrorDetail[];
}

/** Converts the texts of a query parameter, one for each time that it is given. */
type FromText = (texts: readonly string[]) => WireValue;

const truths: Readonly<Record<string, boolean>> = { true: true, false: false, 1: true, 0: false };

const refused = (message: string): WireValue => ({ problems: [{ path: '', rule: 'type', message }] });

/**
 * Returns a function that converts the texts of a query parameter by the type of its variable, from the spelling of the contract to
 * that of GraphQL. Repeated keys and comma-separated values make lists.
 */
export function fromText(type: GraphQLInputType): FromText {
  const bare = getNullableType(type);
  if (!isListType(bare)) return once(oneText(bare));
  const item = oneText(bare.ofType as GraphQLInputType);
  return (texts) => {
    const taken = texts.flatMap((text) => text.split(',')).map(item);
    const problems = taken.flatMap((each, index) =>
      (each.problems ?? []).map((problem) => ({ ...problem, path: String(index) })),
    );
    return problems.length > 0 ? { problems } : { value: taken.map(({ value }) => value) };
  };
}

const once =
  (read: (text: string) => WireValue): FromText =>
  ([text = '', ...more]) =>
    more.length > 0 ? refused('must be given once') : read(text);

function oneText(type: GraphQLInputType): (text: string) => WireValue {
  const named = getNamedType(type);
  if (isEnumType(named)) {
    const names = new Map(listRestValues(named).map(({ name, value }) => [String(value), name]));
    const isTruth = names.has('true') && names.has('false');
    const known = [...names.keys()].join(', ');
    return (text) => {
      const name = names.get(isTruth && Object.hasOwn(truths, text) ? String(truths[text]) : text);
      return name === undefined
        ? refused(`${JSON.stringify(text).slice(0, 100)} is not one of the values: ${known}`)
        : { value: name };
    };
  }
  return scalarReaders[named.name] ?? ((text) => ({ value: text }));
}

/** Readers of texts that stand for values of another kind, by the name of the scalar. */
const scalarReaders: Readonly<Record<string, (text: string) => WireValue>> = {
  Int: (text) => {
    const number = /^-?\d{1,15}$/.test(text) ? Number(text) : NaN;
    return number === Math.trunc(number) && Math.abs(number) < 2 ** 31
      ? { value: number }
      : refused('must be an integer');
  },
  Float: (text) => (/^-?\d{1,16}(\.\d{1,16})?$/.test(text) ? { value: Number(text) } : refused('must be a number')),
  Boolean: (text) => (Object.hasOwn(truths, text) ? { value: truths[text] } : refused('must be true or false')),
  DateTime: (text) => (readInstant(text) === null ? refused(instantRule) : { value: text }),
};
