import * as z from 'zod';
import { isOmittable, jsonScalars, nameInGraph, typeOfForm, type FormType } from '../lib/form-types.ts';
import { contractEnum } from './enums.ts';
import { memberName, spellName } from './member-names.ts';

/** A member of an object schema. */
export interface FormMember {
  /** Name in the contract, and in the input of the domain. */
  readonly name: string;
  readonly graphName: string;
  /** The schema without `optional`, `nullable` and `default`. */
  readonly form: z.ZodType;
  readonly isOptional: boolean;
  readonly takesNull: boolean;
  /** Whether null in GraphQL is as an omitted value. */
  readonly isOmittable: boolean;
  readonly defaultValue?: unknown;
  readonly description?: string;
}

/** Lists the members of an object schema. A union of objects has the members of all of them, as optional ones. */
export function listMembers(wrapper: z.ZodType): FormMember[] {
  const form = core(wrapper);
  if (form instanceof z.ZodObject) return Object.entries(form.shape).map(([name, member]) => memberOf(name, member));
  if (!(form instanceof z.ZodUnion)) throw new Error(`A form of the type ${form.def.type} has no members`);
  const kinds = typeOfForm(form)?.kinds;
  const members = new Map(
    kinds && form instanceof z.ZodDiscriminatedUnion
      ? [[form.def.discriminator, memberOf(form.def.discriminator, kinds)]]
      : [],
  );
  for (const member of (form.options as readonly z.ZodType[]).flatMap(listMembers))
    if (!members.has(member.name)) members.set(member.name, { ...member, isOptional: true });
  return [...members.values()];
}

function memberOf(name: string, wrapper: z.core.$ZodType): FormMember {
  let form = wrapper as z.ZodType;
  let { description } = form;
  const facts: { isOptional: boolean; takesNull: boolean; isOmittable: boolean; defaultValue?: unknown } = {
    isOptional: false,
    takesNull: false,
    isOmittable: false,
  };
  let graphName = nameInGraph(form);
  while (form instanceof z.ZodOptional || form instanceof z.ZodNullable || form instanceof z.ZodDefault) {
    if (isOmittable(form)) facts.isOmittable = true;
    if (form instanceof z.ZodNullable) facts.takesNull = true;
    else facts.isOptional = true;
    if (form instanceof z.ZodDefault) facts.defaultValue = form.def.defaultValue;
    form = form.unwrap() as z.ZodType;
    description ??= form.description;
    graphName ??= nameInGraph(form);
  }
  return {
    name,
    graphName: graphName ?? memberName(name, form),
    form,
    ...facts,
    ...(description === undefined ? {} : { description }),
  };
}

/** Returns the schema that a value passes between its conversions: that of the text before, or of the object after one. */
export function core(form: z.ZodType): z.ZodType {
  if (!(form instanceof z.ZodPipe)) return form;
  const { in: before, out: after } = form.def;
  return core((before instanceof z.ZodTransform ? after : before) as z.ZodType);
}

/** Returns the metadata of a schema. Throws if it has none. */
export function requireFormType(form: z.ZodType): FormType {
  const type = typeOfForm(form);
  if (!type) throw new Error(`A form of the type ${form.def.type} has no name`);
  return type;
}

/** Whether a schema has members: an object, or a union of objects. */
export function hasMembers(form: z.ZodType): boolean {
  if (form instanceof z.ZodUnion)
    return (form.options as readonly z.ZodType[]).every((option) => hasMembers(core(option)));
  return form instanceof z.ZodObject;
}

/** An alternative of a union, which is a member of a one-of input in GraphQL. */
export interface Alternative {
  readonly name: string;
  readonly description: string;
  readonly form: z.ZodType;
}

const wordOrObject = { name: 'Name of a predefined value.', custom: 'A custom value.' };

/** Returns the alternatives of a union; null for other schemas, and for a union of objects. */
export function findAlternatives(form: z.ZodType): readonly Alternative[] | null {
  if (!(form instanceof z.ZodUnion) || hasMembers(form)) return null;
  const options = form.options as readonly z.ZodType[];
  return Object.entries(requireFormType(form).alternatives ?? wordOrObject).map(([name, description], index) => {
    const option = options[index];
    if (!option) throw new Error(`A union has no alternative for ${name}`);
    return { name, description, form: option };
  });
}

/** Returns the members of the entries of a record; undefined for a record that is JSON in GraphQL. */
export const findEntry = (form: z.ZodType) => typeOfForm(form)?.entry;

/**
 * Whether the OpenAPI document shows a form where it is used: it says so, or it has another form in GraphQL, so that the input type
 * does not show what REST accepts.
 */
export function isInline(given: z.ZodType): boolean {
  if (typeOfForm(given)?.isInline) return true;
  const form = core(given);
  if (form instanceof z.ZodArray) return isInline(form.element as z.ZodType);
  return findAlternatives(form) !== null || (form instanceof z.ZodRecord && findEntry(form) !== undefined);
}

/** A union of an enum and an object, for values that the enum does not have. */
export type WordOrObject = z.ZodUnion<readonly [z.ZodEnum, z.ZodObject]>;

export const isWordOrObject = (form: z.ZodType): form is WordOrObject =>
  form instanceof z.ZodUnion && !(form instanceof z.ZodDiscriminatedUnion);

/**
 * The GraphQL type of a generated field. Pothos derives TypeScript types from GraphQL types, which are known only at run time
 * for generated fields, so `String` stands for all of them.
 */
export type FormFieldType = 'String';

const namedScalars: ReadonlySet<string | undefined> = new Set(['ID', 'URL', 'DateTime', ...Object.keys(jsonScalars)]);

/** Returns the GraphQL type of a schema without members, or null for an object or a union. */
export function leafType(given: z.ZodType): FormFieldType | null {
  const name = typeOfForm(given)?.name;
  if (namedScalars.has(name)) return name as FormFieldType;
  const form = core(given);
  if (form instanceof z.ZodEnum) return enumOf(form) as unknown as FormFieldType;
  if (form instanceof z.ZodNumber) return (form.isInt ? 'Int' : 'Float') as FormFieldType;
  const scalars: Readonly<Record<string, string>> = { boolean: 'Boolean', string: 'String' };
  return (scalars[form.def.type] ?? null) as FormFieldType | null;
}

/** Returns the GraphQL enum of a choice. */
export function enumOf<Values extends z.core.util.EnumLike>(form: z.ZodEnum<Values>) {
  const { name, description, values = {} } = requireFormType(form);
  const typeName = spellName(name);
  return onceMade(typeName, () =>
    contractEnum(typeName, description, values as Readonly<Record<keyof Values & string, string>>),
  );
}

const made = new Map<string, unknown>();

/** Returns the GraphQL type with a name, which is created on first use. */
export function onceMade<Ref>(name: string, make: () => Ref): Ref {
  const found = (made.get(name) as Ref | undefined) ?? make();
  made.set(name, found);
  return found;
}
