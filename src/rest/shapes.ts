import { location } from './authoring/content/location.ts';
import { contentChange } from './authoring/content/changes.ts';
import { noPages, page, pageKind, pageTree, valuesOf } from './authoring/content/page.ts';
import { updatedChangeRequest } from './authoring/content/update-content.ts';
import { siteIcon } from './publishing/sites/icon.ts';
import { customizations, siteStructure } from './publishing/structure/structure.ts';
import { openApiContent, openApiRaw } from './authoring/openapi-specs/content.ts';
import { codePointsOf } from '../lib/emoji.ts';
import { ref, objectSchema, type Schema } from './schema.ts';

/** A shape of the contract that no selection of the graph has. It is computed from a selection. */
export interface Shape {
  /** Converts the presented selection. */
  readonly present: (selected: never) => unknown;
  /** Returns its JSON Schema for the schema of the selection. */
  readonly schema: (selected: Schema) => Schema;
  /** Returns the components that the schema refers to. */
  readonly components?: (selected: Schema) => Readonly<Record<string, Schema>>;
  /** Whether `present` may return undefined, which omits the member. */
  readonly optional?: true;
}

/** The document of a page without a text. */
const emptyDocument = { object: 'document', data: {}, nodes: [] } as const;

type Members = Readonly<Record<string, unknown>>;

const pick = (from: Members, keys: readonly string[]): Members =>
  Object.fromEntries(keys.map((key) => [key, from[key]]));

/**
 * Creates the shape of an object with one of several sets of members: the first set that is complete, or else the last
 * one.
 */
const oneOfSets = (...sets: readonly (readonly string[])[]) => ({
  present: (node: object) => {
    const members = node as Members;
    return pick(members, sets.find((keys) => keys.every((key) => members[key] !== undefined)) ?? sets.at(-1) ?? []);
  },
  schema: ({ properties }: Schema) => ({ anyOf: sets.map((keys) => objectSchema(pick(properties as Schema, keys))) }),
});

const inviteBase = ['object', 'id', 'redundant', 'urls'] as const;
/** Returns the schema of an object without one of its members. */
function without({ properties, required, ...schema }: Schema, member: string): Schema {
  const { [member]: _, ...others } = properties as Schema;
  return { ...schema, properties: others, required: (required as string[]).filter((name) => name !== member) };
}

/** Shapes that `@shape` names. */
export const shapes = {
  contentChange,
  location,
  openApiContent,
  openApiRaw,
  /** The text of a comment in the requested format. */
  commentBody: oneOfSets(['markdown'], ['document']),
  /** An invite to the organization has a role, one to a space or collection a level. */
  invite: oneOfSets([...inviteBase, 'level', 'space'], [...inviteBase, 'level', 'collection'], [...inviteBase, 'role']),
  noPages,
  page,
  pageKind,
  pageTree,
  customizations,
  siteIcon,
  siteStructure,
  updatedChangeRequest,
  /** A text as a JSON document. */
  document: {
    present: (document: unknown) => document ?? emptyDocument,
    schema: () => ref('JsonDocument'),
    components: () => ({
      JsonDocument: {
        type: 'object',
        properties: { object: { type: 'string', enum: ['document'] } },
        required: ['object'],
        additionalProperties: {},
      },
    }),
  },
  /** The code points of an emoji, by which clients find its image. */
  emoji: {
    present: codePointsOf,
    schema: (text: Schema) => ({ ...text, pattern: '^[0-9a-f]+(-[0-9a-f]+)*$' }),
  },
  record: {
    present: valuesOf,
    schema: () => ({ type: 'object', additionalProperties: { type: 'string' } }),
  },
  /** The only member of an object; absent when it has none. */
  onlyMember: {
    present: (members: object) => Object.values(members).find((value) => value !== undefined) as unknown,
    schema: ({ properties }: Schema) => ({ anyOf: Object.values(properties as Record<string, Schema>) }),
  },
  /** An object of the items of a list by their names. */
  byName: {
    present: (items: readonly { readonly name: string }[]) =>
      Object.fromEntries(items.map(({ name, ...item }) => [name, item])),
    schema: ({ items }: Schema) => ({ type: 'object', additionalProperties: without(items as Schema, 'name') }),
  },
  /** An object with arbitrary members. */
  anyByName: {
    present: (values: unknown) => values,
    schema: () => ({ type: 'object', additionalProperties: {} }),
  },
  /** A list that is not paged. */
  counted: {
    present: ({ items }: { readonly items: readonly unknown[] }) => ({ count: items.length, items }),
    schema: ({ properties }: Schema) => objectSchema({ count: { type: 'integer' }, ...(properties as Schema) }),
  },
  listOfOne: {
    present: (item: unknown) => [item],
    schema: () => ({ type: 'array', items: ref('ContentLocation') }),
  },
  /** A list or number; absent when it is empty or zero. */
  unlessNone: {
    present: (things: number | readonly unknown[]) =>
      (typeof things === 'number' ? things : things.length) === 0 ? undefined : things,
    schema: (things: Schema) => things,
    optional: true,
  },
  /** Where a list that is not a connection goes on, as the envelope of a connection says it. */
  nextPage: {
    present: (cursor: string) => ({ page: cursor }),
    schema: (cursor: Schema) => objectSchema({ page: cursor }),
  },
  /** The default content of an organization: a site. */
  defaultContent: {
    present: (site: string) => ({ type: 'site', site }),
    schema: () => objectSchema({ type: { type: 'string', const: 'site' }, site: { type: 'string' } }),
  },
  /** True for members; guests see no internal fields. */
  memberOnly: {
    present: (_role: unknown) => true,
    schema: () => ({ type: 'boolean', const: true }),
  },
} as const satisfies Readonly<Record<string, Shape>>;
