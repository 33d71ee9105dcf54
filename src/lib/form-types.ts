import * as z from 'zod';

/** Metadata of a zod schema that a GraphQL type is generated from. */
export interface FormType {
  readonly name: string;
  readonly description: string;
  /** Descriptions of the values of an enum. */
  readonly values?: Readonly<Record<string, string>>;
  /** The enum of the discriminator of a discriminated union. */
  readonly kinds?: z.ZodType;
  /** Name of the member `id` in GraphQL answers, where only nodes have an `id`. */
  readonly idName?: string;
}

// Declared as unknown, because zod derives a type from the metadata that is infinitely deep for schemas.
const formTypes = z.registry<{ readonly type: unknown }>();

/** Returns the metadata of a schema, or undefined. A schema keeps its metadata when `describe` copies it. */
export const typeOfForm = (form: z.ZodType) => formTypes.get(form)?.type as FormType | undefined;

/** Adds metadata to a schema. */
export function named<Form extends z.ZodType>(type: FormType, form: Form): Form {
  formTypes.add(form, { type });
  return form;
}

/** Returns the schema of an enum, given its values with their descriptions. */
export const choice = <const Value extends string>(
  name: string,
  description: string,
  values: Readonly<Record<Value, string>>,
  error?: string,
) => named({ name, description, values }, z.enum(Object.keys(values) as [Value, ...Value[]], error));

/** Returns the schema of an id. */
export const idForm = (maxLength: number) =>
  named({ name: 'ID', description: 'An id.' }, z.string().min(1).max(maxLength));
