import type { InputRef } from '@pothos/core';
import * as z from 'zod';
import { builder } from './builder.ts';
import { inPart, oneOf } from './contract-form.ts';
import {
  isWordOrObject,
  leafType,
  membersOf,
  onceMade,
  requireFormType,
  type FormFieldType,
  type FormMember,
  type WordOrObject,
} from './form-members.ts';

/**
 * Generates the input type of an object schema, with the suffix `Input`. It does not validate the limits of the schema: the
 * field that has the type does, by `inForm`.
 */
export function inputOf(form: z.ZodType): InputRef<object> {
  const { name: formName, description } = requireFormType(form);
  const name = `${formName}Input`;
  return onceMade(name, () =>
    builder.inputType(name, {
      description,
      fields: (t) => Object.fromEntries(membersOf(form).map((member) => [member.name, t.field(optionsOf(member))])),
    }),
  );
}

const optionsOf = ({ form, isOptional, takesNull, description }: FormMember) => ({
  type: typeOf(form),
  required: !isOptional && !takesNull,
  ...(description === undefined ? {} : { description }),
  ...(isWordOrObject(form) ? inPart(oneOf((value) => (typeof value === 'string' ? 'name' : 'custom'))) : {}),
});

function typeOf(form: z.ZodType): FormFieldType {
  if (form instanceof z.ZodArray) return [typeOf(form.element as z.ZodType)] as unknown as FormFieldType;
  return leafType(form) ?? ((isWordOrObject(form) ? wordOrObject(form) : inputOf(form)) as unknown as FormFieldType);
}

function wordOrObject(form: WordOrObject) {
  const { name: formName, description } = requireFormType(form);
  const name = `${formName}Input`;
  const [word, object] = form.options;
  return onceMade(name, () =>
    builder.inputType(name, {
      description: `${description} Exactly one field is set.`,
      isOneOf: true,
      fields: (t) => ({
        name: t.field({ type: typeOf(word), description: 'Name of a predefined value.' }),
        custom: t.field({ type: typeOf(object), description: 'A custom value.' }),
      }),
    }),
  );
}
