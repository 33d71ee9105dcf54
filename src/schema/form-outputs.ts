import type { OutputRef } from '@pothos/core';
import * as z from 'zod';
import { builder } from './builder.ts';
import { spellName } from './member-names.ts';
import {
  isWordOrObject,
  leafType,
  listMembers,
  onceMade,
  requireFormType,
  type FormFieldType,
  type FormMember,
  type WordOrObject,
} from './form-members.ts';

/** A value of an object schema. */
type FormValue = Readonly<Record<string, unknown>>;

/**
 * The `extensions` of a generated output type. Its fields are plain values, so REST may select all of them without listing
 * them (`scripts/rest/generated-fragments.ts`).
 */
export interface GeneratedObject {
  /** Names of the fields, in the order of the schema. */
  readonly members: readonly string[];
  /** Whether REST shows the field that is not null in place of the object. */
  readonly isOneOf?: true;
}

/** Generates the output type of an object schema. Members with a value in `defaults` are never null. */
export function outputOf(form: z.ZodType, defaults: object = {}): OutputRef<FormValue> {
  const { name: formName, description, idName = 'id' } = requireFormType(form);
  const name = spellName(formName);
  const readName = (member: FormMember) => (member.name === 'id' ? idName : member.graphName);
  return onceMade(name, () => {
    const members = listMembers(form);
    return builder.objectRef<FormValue>(name).implement({
      description,
      extensions: { members: members.map(readName) } satisfies GeneratedObject,
      fields: (t) =>
        Object.fromEntries(
          members.map((member) => [
            readName(member),
            t.expose(member.name as never, optionsOf(member, (defaults as FormValue)[member.name])),
          ]),
        ),
    });
  });
}

function optionsOf({ form, isOptional, takesNull, description }: FormMember, byDefault: unknown) {
  const hasMembers = typeof byDefault === 'object' && byDefault !== null;
  return {
    type: typeOf(form, hasMembers ? byDefault : {}),
    // Known only at run time, as the type is.
    nullable: (byDefault === undefined && (isOptional || takesNull)) as true,
    ...(description === undefined ? {} : { description }),
    // REST shows null, because the schema requires the member.
    ...(takesNull && !isOptional ? { extensions: { showsNull: true } } : {}),
  };
}

function typeOf(form: z.ZodType, defaults: object): FormFieldType {
  if (form instanceof z.ZodArray) return [typeOf(form.element as z.ZodType, {})] as unknown as FormFieldType;
  const type = isWordOrObject(form) ? () => wordOrObject(form) : () => outputOf(form, defaults);
  return leafType(form) ?? (type() as unknown as FormFieldType);
}

function wordOrObject(form: WordOrObject) {
  const { name, description } = requireFormType(form);
  const [word, object] = form.options;
  return onceMade(name, () =>
    builder.objectRef<string | FormValue>(name).implement({
      description: `${description} One field is not null.`,
      extensions: { members: ['name', 'custom'], isOneOf: true } satisfies GeneratedObject,
      fields: (t) => ({
        name: t.field({
          type: typeOf(word, {}),
          nullable: true,
          description: 'Name of a predefined value.',
          resolve: (value) => (typeof value === 'string' ? value : null),
        }),
        custom: t.field({
          type: outputOf(object),
          nullable: true,
          description: 'A custom value.',
          resolve: (value) => (typeof value === 'string' ? null : value),
        }),
      }),
    }),
  );
}
