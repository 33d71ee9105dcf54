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
import type { ContractForm } from '../../../src/schema/contract-form.ts';
import type { MemberExtension } from '../../../src/schema/form-inputs.ts';
import { core, isInline, leafType } from '../../../src/schema/form-members.ts';
import type { Variants } from '../../../src/schema/variants.ts';

type Place = GraphQLArgument | GraphQLInputField;

/** Returns the schema of a value of an argument or input field, in the contract's spelling. */
function inputSchema(type: GraphQLInputType): Schema {
  if (!isNonNullType(type)) return nullable(bareSchema(type));
  return bareSchema(type.ofType);
}

function bareSchema(type: GraphQLInputType): Schema {
  const bare = getNullableType(type);
  if (isListType(bare)) return { type: 'array', items: inputSchema(bare.ofType) };
  if (isEnumType(bare)) return { type: 'string', enum: bare.getValues().map(({ value }) => value as string) };
  if (!isInputObjectType(bare)) return scalars[bare.name] ?? {};
  const variants = variantsOf(bare);
  if (variants) return oneOf(variants);
  const text = bare.getFields()[String(bare.extensions['textForm'])];
  return text ? { anyOf: [placeSchema(text), ref(bare.name)] } : ref(bare.name);
}

/**
 * Returns the schema of the members of an input type. The members in `refused` may not be null, although their type
 * allows it.
 */
export function membersSchema(bare: GraphQLInputObjectType, refused: ReadonlySet<string> = new Set()): Schema {
  const fields = Object.values(bare.getFields());
  const required = fields.filter((field) => isNonNullType(field.type) && field.defaultValue === undefined);
  return {
    type: 'object',
    ...(bare.description ? { description: bare.description } : {}),
    properties: Object.fromEntries(
      fields.map((field) => [
        field.name,
        refused.has(field.name) || memberOf(field)?.takesNull === false ? notNull(field) : placeSchema(field),
      ]),
    ),
    ...(required.length > 0 ? { required: required.map((field) => field.name) } : {}),
    ...(bare.extensions['isStrict'] === true ? { additionalProperties: false } : {}),
  };
}

const memberOf = ({ extensions }: GraphQLInputField) => (extensions as unknown as Partial<MemberExtension>).member;

const variantsOf = (type: GraphQLInputObjectType) => type.extensions['variants'] as Variants | undefined;

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
  const types = Object.values(schema.getTypeMap()).filter((type) => isInputObjectType(type));
  return Object.fromEntries(
    types.flatMap((type) => {
      const variants = variantsOf(type);
      return variants
        ? Object.keys(variants.members).map((value) => [nameOf(value), variant(type, variants, value)])
        : [[type.name, membersSchema(type)]];
    }),
  );
}

function variant(
  type: GraphQLInputObjectType,
  { by, members, nullable: nulls, descriptions }: Variants,
  value: string,
) {
  const [required = [], optional = []] = members[value] ?? [];
  const fields = type.getFields();
  const properties = [...required, ...optional].flatMap((name) => {
    const field = fields[name];
    if (!field) throw new Error(`${type.name} has no ${name}`);
    const takesNull = nulls.has(name) && !required.includes(name);
    return [[name, takesNull ? placeSchema(field) : notNull(field)] as const];
  });
  return {
    type: 'object',
    description: descriptions[value],
    properties: { [by]: { const: value }, ...Object.fromEntries(properties) },
    required: [by, ...required],
  };
}

const notNull = (field: GraphQLInputField) => withoutNull(placeSchema(field, false));

/** Removes null from the alternatives of limits. */
function withoutNull({ anyOf, ...schema }: Schema): Schema {
  if (!Array.isArray(anyOf)) return schema;
  const [first, ...others] = (anyOf as Schema[]).filter(({ type }) => type !== 'null');
  return { ...schema, ...(others.length === 0 ? first : { anyOf: [first, ...others] }) };
}

/** Returns the schema of a query or path parameter. It has no null, because its values are texts. */
export function parameterSchema(type: GraphQLInputType, place: Place | undefined): Schema {
  return { ...bareSchema(getNullableType(type)), ...limitsOf(place) };
}

function placeSchema(field: GraphQLInputField, takesNull = !isNonNullType(field.type)): Schema {
  const described = field.description ? { description: field.description } : {};
  const form = formOf(field);
  if (form) return { ...(takesNull ? nullable(form) : form), ...described };
  const value = takesNull ? inputSchema(field.type) : bareSchema(field.type);
  const limits = limitsOf(field);
  // Limits that list the members replace the schema of the type, which is less precise.
  return { ...('properties' in limits ? {} : value), ...limits, ...described };
}

/** Returns the contract's form of a value that the graph has in another form. */
function formOf(field: GraphQLInputField): Schema | null {
  const member = memberOf(field);
  if (member) return isInline(member.form) ? withoutConst(jsonSchema(member.form)) : null;
  const form = (field.extensions['contract'] as ContractForm | undefined)?.form;
  return form ? withoutConst(jsonSchema(form)) : null;
}

function jsonSchema(form: z.ZodType): Schema {
  const { $schema: _, ...keywords } = z.toJSONSchema(form, { io: 'input', unrepresentable: 'any' }) as Schema;
  return keywords;
}

/** Limits are declared once, as `validate:` on a Pothos argument or input field. */
function limitsOf(place: Place | undefined): Schema {
  const member = (place?.extensions as unknown as Partial<MemberExtension> | undefined)?.member;
  if (member) return limitsOfForm(member.form);
  const declared =
    (place?.extensions['@pothos/plugin-validation'] as { schemas?: z.ZodType[] } | undefined)?.schemas ?? [];
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
  const isLimited = form instanceof z.ZodArray && leafType(form.element as z.ZodType) === 'String';
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
  const named = getNamedType(type);
  return isEnumType(named) ? named.getValue(String(value))?.value : value;
}
