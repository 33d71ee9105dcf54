import * as z from 'zod';
import { typeOfForm, type FormType } from '../lib/form-types.ts';
import { contractEnum } from './enums.ts';

/** A member of an object schema. */
export interface FormMember {
  readonly name: string;
  /** The schema without `optional` and `nullable`. */
  readonly form: z.ZodType;
  readonly isOptional: boolean;
  readonly takesNull: boolean;
  readonly description?: string;
}

/** Lists the members of an object schema. A discriminated union has the members of all kinds, as optional ones. */
export function membersOf(form: z.ZodType): FormMember[] {
  if (form instanceof z.ZodObject) return Object.entries(form.shape).map(([name, member]) => memberOf(name, member));
  if (!(form instanceof z.ZodDiscriminatedUnion)) throw new Error(`A form of the type ${form.def.type} has no members`);
  const { kinds } = requireFormType(form);
  const { discriminator } = form.def;
  const found = new Map(kinds ? [[discriminator, memberOf(discriminator, kinds)]] : []);
  for (const member of (form.options as readonly z.ZodType[]).flatMap(membersOf))
    if (!found.has(member.name)) found.set(member.name, { ...member, isOptional: true });
  return [...found.values()];
}

function memberOf(name: string, given: z.core.$ZodType): FormMember {
  let form = given as z.ZodType;
  let { description } = form;
  let isOptional = false;
  let takesNull = false;
  while (form instanceof z.ZodOptional || form instanceof z.ZodNullable) {
    if (form instanceof z.ZodOptional) isOptional = true;
    else takesNull = true;
    form = form.unwrap() as z.ZodType;
    description ??= form.description;
  }
  return { name, form, isOptional, takesNull, ...(description === undefined ? {} : { description }) };
}

/** Returns the metadata of a schema. Throws if it has none. */
export function requireFormType(form: z.ZodType): FormType {
  const type = typeOfForm(form);
  if (!type) throw new Error(`A form of the type ${form.def.type} has no name`);
  return type;
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

/** Returns the GraphQL type of a schema without members, or null for an object or a union. */
export function leafType(form: z.ZodType): FormFieldType | null {
  if (form instanceof z.ZodEnum) return enumOf(form) as unknown as FormFieldType;
  const scalars: Readonly<Record<string, string>> = { boolean: 'Boolean', number: 'Int', string: 'String' };
  const scalar = typeOfForm(form)?.name === 'ID' ? 'ID' : scalars[form.def.type];
  return (scalar ?? null) as FormFieldType | null;
}

function enumOf(form: z.ZodEnum) {
  const { name, description, values = {} } = requireFormType(form);
  return onceMade(name, () => contractEnum(name, description, values));
}

const made = new Map<string, unknown>();

/** Returns the GraphQL type with a name, which is created on first use. */
export function onceMade<Ref>(name: string, make: () => Ref): Ref {
  const found = (made.get(name) as Ref | undefined) ?? make();
  made.set(name, found);
  return found;
}
