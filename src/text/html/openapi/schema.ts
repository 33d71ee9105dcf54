import { html, joinHtml, noHtml, type Safe } from '../../../lib/html.ts';
import { isRecord } from '../../../lib/is-record.ts';
import { stringOf } from '../../rich-text/document.ts';
import { wordHtml, type HtmlContext } from '../html-context.ts';
import type { Word } from '../../words/words.ts';
import type { JsonSchema } from './part.ts';

/** Levels of a schema that are shown. */
const maxLevels = 5;

/** Most members of all schemas of a part. */
const maxMembers = 2_000;

/** Most values of an enumeration that are shown. */
const maxValues = 50;

/** Writes the schemas of one part, within its limits. */
export interface SchemaWriter {
  readonly context: HtmlContext;
  readonly describe: (markdown: string | null | undefined) => Safe;
  /** Writes a schema: its properties as `dl.members`, deeper ones in `details.schema`. */
  readonly write: (schema: JsonSchema) => Safe;
}

export function createSchemaWriter(context: HtmlContext, describe: SchemaWriter['describe']): SchemaWriter {
  const budget = { members: maxMembers };
  return {
    context,
    describe,
    write: (schema) =>
      joinHtml([
        aboutSchema({ context, describe }, schema),
        writeSchema({ context, describe, budget, level: 0 }, schema),
      ]),
  };
}

interface SchemaScope extends Pick<SchemaWriter, 'context' | 'describe'> {
  readonly budget: { members: number };
  readonly level: number;
  /** Whether the choices of a union have their title above them already. */
  readonly isLabelled?: boolean;
  /** Whether the text about the schema stands above it already. */
  readonly isDescribed?: boolean;
}

const unions = ['oneOf', 'anyOf', 'allOf'] as const satisfies readonly Word[];

const textIn = (schema: JsonSchema, name: string): string => (isRecord(schema) ? stringOf(schema[name]) : '');

const isSchema = (value: unknown): value is JsonSchema => typeof value === 'boolean' || isRecord(value);

const listIn = (schema: JsonSchema, name: string): JsonSchema[] => {
  const list = isRecord(schema) ? schema[name] : undefined;
  return Array.isArray(list) ? list.filter(isSchema) : [];
};

/** The type of a schema in words: `string (date)`, `Pet[]`. */
export function typeName(schema: JsonSchema, level = 0): string {
  if (!isRecord(schema)) return schema ? 'any' : 'never';
  const { type, items, format, title } = schema;
  if (isSchema(items) && level < maxLevels) return `${typeName(items, level + 1)}[]`;
  const names = (Array.isArray(type) ? type.map(stringOf) : [stringOf(type)]).filter((name) => name !== '');
  if (schema['nullable'] === true) names.push('null');
  const [union = ''] = unionsIn(schema);
  const base = stringOf(title) || names.join(' | ') || (isRecord(schema['properties']) ? 'object' : union || 'any');
  return typeof format === 'string' ? `${base} (${format})` : base;
}

function writeSchema(writing: SchemaScope, schema: JsonSchema): Safe {
  const { context, level } = writing;
  if (!isRecord(schema)) return noHtml;
  if (level >= maxLevels) return hasParts(schema) ? html`<p>${wordHtml(context, 'deeperLevels')}</p>` : noHtml;
  const { items, additionalProperties } = schema;
  return joinHtml([
    ...(isSchema(items) ? [writeSchema({ ...writing, level: level + 1 }, items)] : []),
    writeProperties(writing, schema),
    ...(isRecord(additionalProperties)
      ? [
          writeNested(
            writing,
            html`${wordHtml(context, 'otherProperties')}: ${typeName(additionalProperties)}`,
            additionalProperties,
          ),
        ]
      : []),
    ...unionsIn(schema).map((word) => {
      const inside = { ...writing, level: level + 1, isLabelled: false };
      const choices = listIn(schema, word).map((part) => writeNested(inside, html`${typeName(part)}`, part));
      const title = writing.isLabelled === true ? noHtml : html`<p class="union">${wordHtml(context, word)}</p>`;
      return html`${title}<div class="choices">${choices}</div>`;
    }),
  ]);
}

const unionsIn = (schema: JsonSchema) => unions.filter((name) => listIn(schema, name).length > 0);

/** What the parts of a schema are called: its properties, or the choices of its only union. */
function labelOf(schema: JsonSchema, level = 0): Word {
  if (!isRecord(schema) || isRecord(schema['properties'])) return 'properties';
  const { items } = schema;
  return isSchema(items) && level < maxLevels ? labelOf(items, level + 1) : (unionsIn(schema)[0] ?? 'properties');
}

const hasParts = (schema: JsonSchema): boolean =>
  isRecord(schema) &&
  (isRecord(schema['properties']) ||
    isRecord(schema['additionalProperties']) ||
    unionsIn(schema).length > 0 ||
    (isSchema(schema['items']) && hasParts(schema['items'])));

function writeProperties(writing: SchemaScope, schema: Readonly<Record<string, unknown>>): Safe {
  const { properties, required } = schema;
  if (!isRecord(properties)) return noHtml;
  const needed = new Set(Array.isArray(required) ? required.map(stringOf) : []);
  const members = Object.entries(properties).flatMap(([name, property]) => {
    if (!isSchema(property) || writing.budget.members <= 0) return [];
    writing.budget.members -= 1;
    return [writeMember(writing, { name, property, isRequired: needed.has(name) })];
  });
  const note = members.length < Object.keys(properties).length ? shortenedHtml(writing.context) : noHtml;
  return members.length === 0 ? note : html`<dl class="members">${members}</dl>${note}`;
}

/** Says that a part is shown without some of it, because the page would be too long. */
export const shortenedHtml = (context: HtmlContext): Safe =>
  html`<p class="shortened">${wordHtml(context, 'shortened')}</p>`;

function writeMember(
  writing: SchemaScope,
  {
    name,
    property,
    isRequired,
  }: { readonly name: string; readonly property: JsonSchema; readonly isRequired: boolean },
): Safe {
  const { context } = writing;
  const type = typeName(property);
  const need = isRequired ? html` <span class="required">${wordHtml(context, 'required')}</span>` : noHtml;
  const isOld = isRecord(property) && property['deprecated'] === true;
  const old = isOld ? html` <span class="chip">${wordHtml(context, 'deprecated')}</span>` : noHtml;
  const label = labelOf(property);
  const inside = { ...writing, isLabelled: label !== 'properties', isDescribed: true };
  const deeper = hasParts(property) ? writeNested(inside, html`${wordHtml(context, label)}`, property) : noHtml;
  const body = [aboutSchema(writing, property), deeper];
  return html`<dt><code>${name}</code> <span class="type">${type}</span>${need}${old}</dt><dd>${body}</dd>`;
}

function writeNested(writing: SchemaScope, title: Safe, schema: JsonSchema): Safe {
  const about = writing.isDescribed === true ? noHtml : aboutSchema(writing, schema);
  const inside = joinHtml([about, writeSchema({ ...writing, isDescribed: false, level: writing.level + 1 }, schema)]);
  if (inside.html === '') return html`<p class="type">${title}</p>`;
  return html`<details class="schema"><summary>${title}</summary><div>${inside}</div></details>`;
}

/** What is said of a schema and of its items: descriptions, what a branch of a union requires, and what its values must be. */
function aboutSchema(about: Pick<SchemaWriter, 'context' | 'describe'>, schema: JsonSchema, level = 0): Safe {
  if (!isRecord(schema) || level > maxLevels) return noHtml;
  const { context, describe } = about;
  const { required, items } = schema;
  const names = Array.isArray(required) && !isRecord(schema['properties']) ? required.map(stringOf) : [];
  const codes = joinHtml(
    names.map((name) => html`<code>${name}</code>`),
    ' ',
  );
  const needs =
    names.length === 0 ? noHtml : html`<p class="constraints">${wordHtml(context, 'required')}: ${codes}</p>`;
  const words = [describe(textIn(schema, 'description')), needs, constraintsHtml(context, schema)];
  return joinHtml(isSchema(items) ? [...words, aboutSchema(about, items, level + 1)] : words);
}

const constraintWords = {
  default: 'defaultValue',
  minimum: 'minimum',
  maximum: 'maximum',
  minLength: 'minimum',
  maxLength: 'maximum',
  pattern: 'pattern',
} as const satisfies Record<string, Word>;

/** What a value must be: `p.constraints` with its enumeration, limits and default. */
export function constraintsHtml(context: HtmlContext, schema: JsonSchema): Safe {
  if (!isRecord(schema)) return noHtml;
  const given = [
    ...(Array.isArray(schema['enum']) ? schema['enum'] : []),
    ...('const' in schema ? [schema['const']] : []),
  ];
  const values: readonly unknown[] = given.slice(0, maxValues);
  const code = (value: unknown) => html`<code>${plainValue(value)}</code>`;
  const facts = [
    ...(values.length === 0 ? [] : [html`${wordHtml(context, 'allowedValues')}: ${joinHtml(values.map(code), ' ')}`]),
    ...Object.entries(constraintWords).flatMap(([name, word]) => {
      const value = schema[name];
      if (value === undefined || value === null) return [];
      return [html`${wordHtml(context, word)}: ${code(value)}`];
    }),
  ];
  return facts.length === 0 ? noHtml : html`<p class="constraints">${joinHtml(facts, ' · ')}</p>`;
}

/** Longest value of a constraint, in characters. */
const maxValueCharacters = 200;

const plainValue = (value: unknown): string =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, maxValueCharacters);
