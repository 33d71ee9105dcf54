import type { InputRef } from '@pothos/core';
import * as z from 'zod';
import { inputs } from '../lib/watched-inputs.ts';
import { builder } from './builder.ts';
import {
  findAlternatives,
  core,
  findEntry,
  leafType,
  listMembers,
  onceMade,
  requireFormType,
  type FormFieldType,
  type FormMember,
} from './form-members.ts';
import { argumentSchema } from './form-spelling.ts';
import { spellCitations, spellName } from './member-names.ts';

/** The `extensions` of a generated input type. */
export interface FormExtension {
  readonly form: z.ZodType;
}

/** The `extensions` of a field of a generated input type. */
export interface MemberExtension {
  readonly member: FormMember;
}

/**
 * Generates the input type of a form, with the suffix `Input`. It does not validate the form: the argument that has the type
 * does, by `takes`.
 */
function inputOf<Form extends z.ZodType>(form: Form): InputRef<z.output<Form>> {
  const { name: formName, description } = requireFormType(form);
  const name = `${spellName(formName)}Input`;
  const make = () =>
    builder.inputType(name, {
      description,
      extensions: { form } satisfies FormExtension,
      fields: (t) =>
        Object.fromEntries(listMembers(form).map((member) => [member.graphName, t.field(optionsOf(member))])),
    });
  // The members are known only at run time. `argumentSchema` returns values of the form.
  return onceMade(name, make) as unknown as InputRef<z.output<Form>>;
}

/** Returns the options of an argument that takes a form. Resolvers get its values in the spelling of the contract. */
export const takes = <Form extends z.ZodType>(form: Form, description: string) => ({
  type: inputOf(form),
  description,
  validate: argumentSchema(form).transform((value) => inputs.watch(form, value)),
});

const described = (description: string | undefined) => (description === undefined ? {} : { description });

const optionsOf = (member: FormMember) => ({
  type: typeOf(member.form),
  required: !member.isOptional && !member.takesNull,
  ...described(member.description === undefined ? undefined : spellCitations(member.description)),
  ...(member.defaultValue === undefined ? {} : { defaultValue: member.defaultValue as never }),
  extensions: { member } satisfies MemberExtension,
});

/** Returns the GraphQL type of a form. */
function typeOf(given: z.ZodType): FormFieldType {
  const leaf = leafType(given);
  if (leaf) return leaf;
  const form = core(given);
  if (form instanceof z.ZodArray) return [typeOf(form.element as z.ZodType)] as unknown as FormFieldType;
  if (form instanceof z.ZodRecord) return [entriesOf(form)] as unknown as FormFieldType;
  return (findAlternatives(form) ? oneOf(form) : inputOf(given)) as unknown as FormFieldType;
}

/** Generates the input type of an entry of a record. */
function entriesOf(form: z.ZodRecord) {
  const { name: formName, description } = requireFormType(form);
  const { key, value } = findEntry(form) ?? {};
  if (!key) throw new Error(`The record ${formName} has no names for the members of its entries`);
  const name = `${spellName(formName)}Input`;
  const values = form.valueType as z.ZodType;
  return onceMade(name, () =>
    builder.inputType(name, {
      description,
      fields: (t) => ({
        [key[0]]: t.string({ required: true, ...described(key[1]) }),
        ...(value
          ? { [value[0]]: t.field({ type: typeOf(values), required: true, ...described(value[1]) }) }
          : Object.fromEntries(listMembers(values).map((member) => [member.graphName, t.field(optionsOf(member))]))),
      }),
    }),
  );
}

/** Generates the input type of a union, of which exactly one member is set. */
function oneOf(form: z.ZodType) {
  const { name: formName, description, alternatives: own } = requireFormType(form);
  const name = `${spellName(formName)}Input`;
  const alternatives = findAlternatives(form) ?? [];
  return onceMade(name, () =>
    builder.inputType(name, {
      description: own ? description : `${description} Exactly one field is set.`,
      isOneOf: true,
      fields: (t) =>
        Object.fromEntries(
          alternatives.map((alternative) => [
            alternative.name,
            t.field({ type: typeOf(alternative.form), description: alternative.description }),
          ]),
        ),
    }),
  );
}
