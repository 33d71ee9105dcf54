import {
  isInputObjectType,
  isObjectType,
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLSchema,
} from 'graphql';
import * as z from 'zod';
import type { MemberExtension } from '../src/schema/form-inputs.ts';
import { core, type FormMember } from '../src/schema/form-members.ts';

/** A value that a request may send, with its limit, and the inputs or fields that take it. */
interface Limited {
  readonly name: string;
  readonly form: z.ZodType;
  readonly of: string;
}

/** Arguments that every list has; docs/reference/limits.md gives their limit once. */
const ofLists = new Set(['first', 'last', 'after', 'before']);

/** Generates the tables of the members of inputs and of arguments whose length or number is limited, from their forms. */
export const formLimitTables = (schema: GraphQLSchema): Readonly<Record<string, () => readonly string[]>> => ({
  members: () => table('Member', 'Inputs', membersOfInputs(schema)),
  arguments: () => table('Argument', 'Fields', argumentsOfFields(schema)),
});

function membersOfInputs(schema: GraphQLSchema): Limited[] {
  const types = Object.values(schema.getTypeMap()).filter((type) => isInputObjectType(type));
  return types.flatMap((type) =>
    Object.values(type.getFields()).flatMap((field) => {
      const member = memberOf(field);
      return member ? [{ name: bothNames(member), form: member.form, of: type.name.replace(/Input$/, '') }] : [];
    }),
  );
}

const memberOf = ({ extensions }: GraphQLInputField) => (extensions as unknown as Partial<MemberExtension>).member;

/** Returns the name of a member, with that in REST where it is another. */
const bothNames = ({ name, graphName }: FormMember) =>
  name === graphName ? code(name) : `${code(graphName)} (${code(name)} in REST)`;

function argumentsOfFields(schema: GraphQLSchema): Limited[] {
  const types = Object.values(schema.getTypeMap()).filter((type) => isObjectType(type));
  return types.flatMap((type) =>
    Object.values(type.getFields()).flatMap(({ name: field, args }) =>
      args
        .filter(({ name, type: given }) => !ofLists.has(name) && !String(given).includes('Input'))
        .flatMap((argument) =>
          formsOfArgument(argument).map((form) => ({ name: code(argument.name), form, of: placeOf(type.name, field) })),
        ),
    ),
  );
}

const placeOf = (type: string, field: string) => (type === 'Query' || type === 'Mutation' ? field : `${type}.${field}`);

const formsOfArgument = ({ extensions }: GraphQLArgument) =>
  (extensions['@pothos/plugin-validation'] as { schemas?: readonly z.ZodType[] } | undefined)?.schemas ?? [];

/** Formats one row for each name and limit. */
function table(head: string, places: string, limited: readonly Limited[]): string[] {
  const rows = new Map<string, string[]>();
  for (const { name, form, of } of limited) {
    const limit = findLimit(form);
    if (limit === null) continue;
    const row = `| ${name} | ${limit.replaceAll('|', '\\|')} |`;
    rows.set(row, [...(rows.get(row) ?? []), of]);
  }
  return [
    `| ${head} | Limit | ${places} |`,
    '|---|---|---|',
    ...[...rows].map(([row, of]) => `${row} ${of.toSorted().map(code).join(', ')} |`).toSorted(),
  ];
}

const code = (text: string) => `\`${text}\``;

interface Bounds {
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: Bounds;
}

/** Returns the limit of a value with its other rules. Null for a value without a greatest length, number or size. */
function findLimit(given: z.ZodType): string | null {
  const form = core(given);
  const rules = listRules(form);
  if (form instanceof z.ZodRecord) {
    const ofValues = readMessage((form.valueType as z.ZodType).def as Explained);
    const all = [...rules, ...(ofValues === null ? [] : [`each value ${ofValues}`])];
    return all.length > 0 ? all.join('; ') : null;
  }
  const range = rangeIn(z.toJSONSchema(given, { unrepresentable: 'any', io: 'input' }) as Bounds);
  return range && [range, ...rules].join('; ');
}

function rangeIn({ items, ...bounds }: Bounds): string | null {
  const each = items && rangeIn(items);
  if (bounds.maxItems !== undefined) {
    const list = range(bounds.minItems, bounds.maxItems, 'items');
    return each ? `${list}, each ${each}` : list;
  }
  if (bounds.maxLength !== undefined) return range(bounds.minLength, bounds.maxLength, 'characters');
  const { minimum, maximum = Number.MAX_SAFE_INTEGER } = bounds;
  if (maximum === Number.MAX_SAFE_INTEGER) return null;
  return minimum === undefined ? `at most ${number(maximum)}` : `${number(minimum)} to ${number(maximum)}`;
}

const range = (min = 0, max: number, unit: string) =>
  min === 0 ? `at most ${number(max)} ${unit}` : `${number(min)} to ${number(max)} ${unit}`;

/** Formats a number with commas between thousands. */
const number = (value: number) => value.toLocaleString('en-US');

/** The definition of a schema or check that may have a message of its own. */
interface Explained {
  readonly check?: string;
  readonly error?: (issue: object) => unknown;
}

function readMessage({ error }: Explained): string | null {
  const message = error?.({ input: '' });
  return typeof message === 'string' ? message : null;
}

/** Returns the rules of a value besides its size, as the messages of its checks say them. */
function listRules(form: z.ZodType): string[] {
  const { checks = [] } = form.def as { readonly checks?: readonly { readonly _zod: { readonly def: Explained } }[] };
  return checks
    .map(({ _zod: { def } }) => def)
    .filter(({ check }) => check === 'custom' || check === 'string_format')
    .flatMap((def) => readMessage(def) ?? []);
}
