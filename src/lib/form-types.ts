import * as z from 'zod';
import { instantRule, readInstant } from './instant.ts';

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
  /** Members of an entry, for a record: it is a list in GraphQL, because there all members have names. */
  readonly entry?: EntryType;
  /** Members with their descriptions, for a union: one for each alternative, in their order. */
  readonly alternatives?: Readonly<Record<string, string>>;
  /** What REST accepts besides the form. */
  readonly inRest?: RestForm;
  /** Which members an object may have, by the value of one of them. */
  readonly variants?: Variants;
  /** Whether the OpenAPI document shows the members where the object is used, instead of naming it. */
  readonly isInline?: true;
}

interface RestForm {
  /** Converts such a value to the form; returns other values as they are. */
  readonly convert: (value: unknown) => unknown;
  /** The member that a text stands for, if a text is accepted. */
  readonly textFor?: string;
  /** The schema of all accepted values, for the OpenAPI document, if no text is accepted. */
  readonly form?: z.ZodType;
}

interface EntryType {
  /** Name and description of the member that holds the key. */
  readonly key: readonly [name: string, description?: string];
  /** Name and description of the member that holds the value. Absent when an entry has the members of the value. */
  readonly value?: readonly [name: string, description?: string];
}

/** The members of an object whose allowed members depend on the value of one member. */
export interface Variants {
  /** The member whose value selects the variant. */
  readonly by: string;
  /** The required and the optional members for each value. */
  readonly members: Readonly<Record<string, readonly [required: readonly string[], optional: readonly string[]]>>;
  /** Members that may be null. */
  readonly nullable: ReadonlySet<string>;
  readonly descriptions: Readonly<Record<string, string>>;
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

/**
 * Returns the form of an input of the domain. Everything about the input derives from it: the GraphQL input `<name>Input`,
 * the validation in both APIs, the body in the OpenAPI document and the type of what the domain gets. A member that is
 * `optional` may be omitted, but not be null; a member that is `nullish` may be both, and one to which `omittable` applies may be
 * null in GraphQL alone.
 */
export const inputForm = <Shape extends z.ZodRawShape>(name: string, description: string, members: Shape) =>
  named({ name, description }, z.object(members));

// Declared as unknown for the same reason as above.
const omittables = z.registry<{ readonly isOmittable: unknown }>();

/**
 * Makes a member optional. Null in GraphQL is as an omitted value, because clients send null for variables without a value; REST
 * refuses it, as the contract knows no null there.
 */
export function omittable<Form extends z.ZodType>(form: Form): z.ZodOptional<Form> {
  const optional = form.optional();
  omittables.add(optional, { isOmittable: true });
  return optional;
}

/** Whether null in GraphQL is as an omitted value. */
export const isOmittable = (form: z.ZodType): boolean => omittables.get(form) !== undefined;

// Declared as unknown for the same reason as above.
const graphNames = z.registry<{ readonly name: unknown }>();

/**
 * Names a member in GraphQL, where its name in the contract and the rules of names (`schema/member-names.ts`) would not say
 * what it is.
 */
export function namedInGraph<Form extends z.ZodType>(name: string, form: Form): Form {
  const copy = form.clone();
  const type = typeOfForm(form);
  if (type) named(type, copy);
  graphNames.add(copy, { name });
  return copy;
}

/** Returns the name that `namedInGraph` gives a member, or undefined. */
export const nameInGraph = (form: z.ZodType) => graphNames.get(form)?.name as string | undefined;

/** As `inputForm`, for an input that refuses members which it does not have. */
export const strictForm = <Shape extends z.ZodRawShape>(name: string, description: string, members: Shape) =>
  named({ name, description }, z.strictObject(members));

/** Returns an input form of which REST also accepts other values. */
export const withRestForm = <Shape extends z.ZodRawShape>(type: FormType, inRest: RestForm, form: z.ZodObject<Shape>) =>
  named({ ...type, inRest }, z.preprocess(inRest.convert, form));

/** As `inputForm`, for an input that REST also accepts as a text, which stands for the member `textFor`. */
export const textOrObject = <Shape extends z.ZodRawShape>(
  textFor: keyof Shape & string,
  type: FormType,
  members: Shape,
) => {
  const convert = (given: unknown) => (typeof given === 'string' ? { [textFor]: given } : given);
  return withRestForm(type, { convert, textFor }, z.object(members));
};

/** Returns the schema of an enum, given its values with their descriptions. */
export const choice = <const Value extends string>(
  name: string,
  description: string,
  values: Readonly<Record<Value, string>>,
  error?: string,
) =>
  named(
    { name, description, values },
    z.enum(Object.keys(values) as [Value, ...Value[]], { error: error ?? (({ input }) => choiceError(values, input)) }),
  );

/** Says which values there are. Missing values have the general message. */
function choiceError(values: Readonly<Record<string, string>>, given: unknown): string | undefined {
  if (given === undefined || given === null) return undefined;
  return `${JSON.stringify(given).slice(0, 100)} is not one of the values: ${Object.keys(values).join(', ')}`;
}

/** Returns the schema of an id. */
export const idForm = (maxLength: number) =>
  named({ name: 'ID', description: 'An id.' }, z.string().min(1).max(maxLength));

/** Schema of an id or another name that only a look-up can validate. */
export const Id = named({ name: 'ID', description: 'An id.' }, z.string());

/** Schema of a date with a time, as an ISO 8601 text. */
export const DateTime = named(
  { name: 'DateTime', description: 'A date with a time.' },
  z.string().refine((text) => readInstant(text) !== null, instantRule),
);

/** Marks a schema of absolute URLs. */
export const urlForm = <Form extends z.ZodType>(form: Form) =>
  named({ name: 'URL', description: 'An absolute URL.' }, form);

/**
 * The types of GraphQL whose values are JSON, with what they say. They have no members, because authors, publishers or the
 * format choose them; `freeForms` says why for each value.
 */
export const jsonScalars = {
  JSON: 'Any JSON value.',
  RichDocument: 'A text as a JSON document: an object whose blocks are nested to any depth.',
  Claims: 'Claims of a visitor by name: an object.',
  Variables: 'Variables for expressions by name: an object of texts, numbers and booleans.',
  EventData: 'What an event says besides its subject: an object whose members depend on the type of the event.',
} as const;
export type JsonScalar = keyof typeof jsonScalars;

/** Whether values of a type of GraphQL are JSON. */
export const isJsonScalar = (name: string | undefined): name is JsonScalar =>
  name !== undefined && Object.hasOwn(jsonScalars, name);

/** Marks a schema of values whose members GraphQL cannot declare, such as those of which callers choose the names. */
export const jsonForm = <Form extends z.ZodType>(form: Form, name: JsonScalar = 'JSON') =>
  named({ name, description: jsonScalars[name] }, form.clone());

const anyButNull = z.unknown().superRefine((value, issues) => {
  if (value === null) issues.addIssue({ code: 'invalid_type', expected: 'object', input: value });
});

/** Returns the schema of any JSON value but null, as a scalar of GraphQL. */
export const jsonValue = (name: JsonScalar) => jsonForm(anyButNull, name);
