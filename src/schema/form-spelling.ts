import * as z from 'zod';
import { typeOfForm } from '../lib/form-types.ts';
import { graphqlName } from './enums.ts';
import { findAlternatives, core, findEntry, hasMembers, listMembers } from './form-members.ts';
import { pathInGraph } from './form-paths.ts';

type Entry = Readonly<Record<string, unknown>>;

/** Converts a value. Null is the same in every spelling and is not converted. */
type Convert = (value: unknown) => unknown;

/**
 * Returns a function that converts a value of a form from the spelling of the contract, which REST uses, to that of GraphQL. The
 * value is valid. Members that the form does not have are left out.
 */
export function toGraph(given: z.ZodType): Convert {
  const form = core(given);
  if (form instanceof z.ZodEnum) return (value) => graphqlName(String(value));
  if (form instanceof z.ZodArray) {
    const item = toGraph(form.element as z.ZodType);
    return (items) => (items as readonly unknown[]).map(item);
  }
  const alternatives = findAlternatives(form);
  if (alternatives) {
    const converts = new Map(alternatives.map(({ name, form: of }) => [name, toGraph(of)]));
    return (value) => {
      const name = alternatives.find(({ form: of }) => isKind(of, value))?.name ?? '';
      return { [name]: converts.get(name)?.(value) };
    };
  }
  if (form instanceof z.ZodRecord && findEntry(form)) return toEntries(form);
  return hasMembers(form) ? toMembers(given, form) : (value) => value;
}

function toMembers(wrapper: z.ZodType, form: z.ZodType): Convert {
  const converts = listMembers(form).map(({ name, graphName, form: of }) => ({
    name,
    graphName,
    convert: toGraph(of),
  }));
  const inRest = typeOfForm(wrapper)?.inRest;
  return (value) => {
    const object = (inRest ? inRest.convert(value) : value) as Entry;
    const members: Record<string, unknown> = {};
    for (const { name, graphName, convert } of converts) {
      const member = object[name];
      if (member !== undefined && Object.hasOwn(object, name))
        members[graphName] = member === null ? null : convert(member);
    }
    return members;
  };
}

function toEntries(form: z.ZodRecord): Convert {
  const { key, value } = findEntry(form) ?? {};
  const convert = toGraph(form.valueType as z.ZodType);
  return (object) =>
    Object.entries(object as Entry).map(([name, inner]) => ({
      ...(value ? { [value[0]]: convert(inner) } : (convert(inner) as Entry)),
      ...(key ? { [key[0]]: name } : {}),
    }));
}

/** Whether a value is of the kind that a form describes. */
export function isKind(given: z.ZodType, value: unknown): boolean {
  const { type } = core(given).def;
  if (Array.isArray(value)) return type === 'array';
  if (typeof value === 'object') return type === 'object' || type === 'record';
  return type === typeof value || (type === 'enum' && typeof value === 'string');
}

/** Where a value is in an input, and what is wrong with the values. */
interface Place {
  readonly path: readonly PropertyKey[];
  readonly refuse: (path: readonly PropertyKey[], message: string) => void;
}

type ConvertAt = (value: unknown, at: Place) => unknown;

const below = ({ path, refuse }: Place, name: PropertyKey): Place => ({ path: [...path, name], refuse });

/**
 * Returns the schema of an argument: it converts a value of a form from the spelling of GraphQL to that of the contract, and
 * validates it.
 */
export function argumentSchema<Form extends z.ZodType>(form: Form): z.ZodType<z.output<Form>> {
  const convert = toContract(form);
  if (!convert) return form as unknown as z.ZodType<z.output<Form>>;
  const schema = z.unknown().transform((value, issues) => {
    let isRefused = false;
    const refuse: Place['refuse'] = (path, message) => {
      isRefused = true;
      issues.addIssue({ code: 'custom', path: [...path], message });
    };
    const converted = convert(value, { path: [], refuse });
    if (isRefused) return z.NEVER;
    const { data, error } = form.safeParse(converted);
    for (const issue of error?.issues ?? [])
      issues.addIssue({ ...issue, path: pathInGraph(form, issue.path) } as never);
    return data;
  });
  return schema as unknown as z.ZodType<z.output<Form>>;
}

/** Returns a function that converts a value of a form from GraphQL to the contract, or null where both are the same. */
function toContract(given: z.ZodType): ConvertAt | null {
  const form = core(given);
  if (form instanceof z.ZodArray) {
    const item = toContract(form.element as z.ZodType);
    return item && ((items, at) => (items as readonly unknown[]).map((value, index) => item(value, below(at, index))));
  }
  const alternatives = findAlternatives(form);
  if (alternatives) return fromOneOf(new Map(alternatives.map(({ name, form: of }) => [name, toContract(of)])));
  if (form instanceof z.ZodRecord && findEntry(form)) return fromEntries(form);
  return hasMembers(form) ? fromMembers(form) : null;
}

function fromMembers(form: z.ZodType): ConvertAt | null {
  const changes = listMembers(form)
    .map(({ name, graphName, isOmittable, form: of }) => ({ name, graphName, isOmittable, convert: toContract(of) }))
    .filter(({ name, graphName, isOmittable, convert }) => convert !== null || isOmittable || name !== graphName);
  if (changes.length === 0) return null;
  return (value, at) => {
    const object = value as Entry;
    const changed: Record<string, unknown> = { ...object };
    for (const { graphName } of changes) delete changed[graphName];
    for (const { name, graphName, isOmittable, convert } of changes) {
      const member = object[graphName];
      if (member === undefined || (member === null && isOmittable)) continue;
      changed[name] = member === null || convert === null ? member : convert(member, below(at, graphName));
    }
    return changed;
  };
}

function fromEntries(form: z.ZodRecord): ConvertAt {
  const { key: [key] = ['key'], value: [member] = [undefined] } = findEntry(form) ?? {};
  const convert = toContract(form.valueType as z.ZodType);
  return (entries, at) => {
    const found = new Map<string, unknown>();
    for (const { [key]: name, ...entry } of entries as readonly Entry[]) {
      const text = String(name);
      if (found.has(text)) at.refuse(at.path, `must not have the ${key} "${text}" twice`);
      const value = member === undefined ? entry : entry[member];
      found.set(text, convert && value !== null ? convert(value, below(at, text)) : value);
    }
    return Object.fromEntries(found);
  };
}

function fromOneOf(converts: ReadonlyMap<string, ConvertAt | null>): ConvertAt {
  return (members, at) => {
    const [given, ...others] = Object.entries(members as Entry).filter(([, value]) => value !== undefined);
    if (given && given[1] !== null && others.length === 0) return converts.get(given[0])?.(given[1], at) ?? given[1];
    at.refuse(at.path, 'must have exactly one member');
    return undefined;
  };
}
