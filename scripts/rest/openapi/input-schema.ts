import {
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLSchema,
} from 'graphql';
import * as z from 'zod';
import { ref, type Schema } from '../../../src/rest/schema.ts';
import { nullable } from '../nullable.ts';
import { scalars } from '../scalars.ts';
import type { FormExtension, MemberExtension } from '../../../src/schema/form-inputs.ts';
import { core, isInline, leafType, requireFormType } from '../../../src/schema/form-members.ts';
import { listRestValues } from '../../../src/schema/enums.ts';
import { isJsonScalar, typeOfForm, type Variants } from '../../../src/lib/form-types.ts';

/** Returns the schema of a value of an argument or input field, in the contract's spelling. */
function inputSchema(type: GraphQLInputType): Schema {
  if (!isNonNullType(type)) return nullable(bareSchema(type));
  return bareSchema(type.ofType);
}

function bareSchema(type: GraphQLInputType): Schema {
  const bare = getNullableType(type);
  if (isListType(bare)) return { type: 'array', items: inputSchema(bare.ofType) };
  if (isEnumType(bare)) return { type: 'string', enum: listRestValues(bare).map(({ value }) => value as string) };
  if (!isInputObjectType(bare)) return scalars[bare.name] ?? {};
  const variants = findVariants(bare);
  if (variants) return oneOf(variants);
  const text = findField(bare, typeOfForm(readForm(bare))?.inRest?.textFor);
  const own = ref(componentOf(bare));
  return text ? { anyOf: [memberSchema(text), own] } : own;
}

/** Returns the schema of the members of an input type. */
export function membersSchema(bare: GraphQLInputObjectType): Schema {
  const fields = Object.values(bare.getFields());
  const required = fields.filter((field) => isNonNullType(field.type) && field.defaultValue === undefined);
  const form = core(readForm(bare));
  const isStrict = form instanceof z.ZodObject && form.def.catchall instanceof z.ZodNever;
  return {
    type: 'object',
    ...(bare.description ? { description: bare.description } : {}),
    properties: Object.fromEntries(fields.map((field) => [readMember(field).name, memberSchema(field)])),
    ...(required.length > 0 ? { required: required.map((field) => readMember(field).name) } : {}),
    ...(isStrict ? { additionalProperties: false } : {}),
  };
}

const readForm = ({ extensions }: GraphQLInputObjectType) => (extensions as unknown as FormExtension).form;

/** Returns the field of an input type for a member of its form, by the name in the contract. */
const findField = (type: GraphQLInputObjectType, member: string | undefined) =>
  Object.values(type.getFields()).find((field) => readMember(field).name === member);

/** Name of the component of an input type, in the spelling of the contract. */
const componentOf = (type: GraphQLInputObjectType) => `${requireFormType(readForm(type)).name}Input`;

const readMember = ({ extensions }: GraphQLInputField) => (extensions as unknown as MemberExtension).member;

const findVariants = (type: GraphQLInputObjectType) => typeOfForm(readForm(type))?.variants;

/** `insert_page` → `InsertPageChange` */
const nameOf = (value: string) =>
  `${value.replaceAll(/(?:^|_)(\w)/g, (_whole, letter: string) => letter.toUpperCase())}Change`;

function oneOf({ by, members }: Variants): Schema {
  const mapping = Object.fromEntries(
    Object.keys(members).map((value) => [value, `#/components/schemas/${nameOf(value)}`]),
  );
  return {
    oneOf: Object.values(mapping).map(($ref) => ({ $ref })),
    discriminator: { propertyName: by, mapping },
  };
}

/** Returns the schemas of all inputs by component name. A one-of input has a schema for each alternative. */
export function inputSchemas(schema: GraphQLSchema): Record<string, Schema> {
  const types = Object.values(schema.getTypeMap())
    .filter((type) => isInputObjectType(type))
    .filter((type) => 'form' in type.extensions);
  return Object.fromEntries(
    types.flatMap((type) => {
      const variants = findVariants(type);
      return variants
        ? Object.keys(variants.members).map((value) => [nameOf(value), variant(type, variants, value)])
        : [[componentOf(type), membersSchema(type)]];
    }),
  );
}

function variant(
  type: GraphQLInputObjectType,
  { by, members, nullable: nulls, descriptions }: Variants,
  value: string,
) {
  const [required = [], optional = []] = members[value] ?? [];
  const properties = [...required, ...optional].flatMap((name) => {
    const field = findField(type, name);
    if (!field) throw new Error(`${type.name} has no ${name}`);
    const takesNull = nulls.has(name) && !required.includes(name);
    return [[name, memberSchema(field, takesNull)] as const];
  });
  return {
    type: 'object',
    description: descriptions[value],
    properties: { [by]: { const: value }, ...Object.fromEntries(properties) },
    required: [by, ...required],
  };
}

/** Returns the schema of a query or path parameter. It has no null, because its values are texts. */
export function parameterSchema(
  type: GraphQLInputType,
  argument: GraphQLArgument | GraphQLInputField | undefined,
): Schema {
  return { ...bareSchema(getNullableType(type)), ...limitsOf(argument) };
}

/** Returns the schema of a member of an input, by its form. */
function memberSchema(field: GraphQLInputField, takesNull = readMember(field).takesNull): Schema {
  const { form, description: text } = readMember(field);
  const description = text === undefined ? {} : { description: text };
  const inRest = typeOfForm(form)?.inRest?.form;
  if (inRest) return { ...nullable(withoutConst(jsonSchema(inRest))), ...description };
  const bare = isInline(form)
    ? withoutConst(jsonSchema(form))
    : { ...bareSchema(getNullableType(field.type)), ...limitsOfForm(form) };
  return { ...(takesNull ? orNull(bare, form) : bare), ...description };
}

/** Null is no object, so the keywords of an object stand in an alternative of their own. */
const orNull = (schema: Schema, form: z.ZodType): Schema =>
  'properties' in schema || (isJsonScalar(typeOfForm(form)?.name) && isInline(form))
    ? { anyOf: [schema, { type: 'null' }] }
    : nullable(schema);

function jsonSchema(form: z.ZodType): Schema {
  const { $schema: _, ...keywords } = z.toJSONSchema(form, { io: 'input', unrepresentable: 'any' }) as Schema;
  return keywords;
}

/** Returns the limits of an argument that is no input, which are declared as `validate:`. */
function limitsOf(argument: GraphQLArgument | GraphQLInputField | undefined): Schema {
  const declared =
    (argument?.extensions['@pothos/plugin-validation'] as { schemas?: z.ZodType[] } | undefined)?.schemas ?? [];
  const found: Schema = {};
  for (const schema of declared) {
    const { type: _, enum: __, items, ...keywords } = jsonSchema(schema);
    // A limit on the number of items does not apply to each item.
    Object.assign(found, keywords, items && Object.keys(items).length > 0 ? { items } : {});
  }
  return withoutConst(found);
}

/** Returns the keywords of a form besides its type: an object has a schema of its own, and so do the items of a list. */
function limitsOfForm(given: z.ZodType): Schema {
  if (leafType(given) === null && !(core(given) instanceof z.ZodArray)) return {};
  const { type: _, enum: __, description: ___, items, ...keywords } = jsonSchema(given);
  const form = core(given);
  const isLimited = form instanceof z.ZodArray && core(form.element as z.ZodType) instanceof z.ZodString;
  return withoutConst({ ...keywords, ...(isLimited ? { items } : {}) });
}

/**
 * Replaces `const` in objects that accept further members, because orval generates types from it that do not compile.
 */
const withoutConst = (limits: Schema): Schema =>
  JSON.parse(JSON.stringify(limits), (_key, value: unknown) => {
    if (typeof value !== 'object' || value === null || !('const' in value)) return value;
    const { const: only, ...others } = value;
    return { ...others, enum: [only] };
  }) as Schema;

/** Converts a default value from a GraphQL literal to the contract's spelling. */
export function contractValue(type: GraphQLInputType, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => contractValue(type, item));
  const named = getNamedType(type);
  return isEnumType(named) ? named.getValue(String(value))?.value : value;
}
