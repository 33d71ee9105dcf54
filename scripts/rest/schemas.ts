import { nullable } from './nullable.ts';
import { ref, objectSchema, type Schema } from '../../src/rest/schema.ts';
import { shapeOf } from './shape-of.ts';
import type { Member, ObjectValue, Value } from './values.ts';

/** Generates the JSON schemas of answers and the components that they refer to. */
export class Schemas {
  readonly #components = new Map<string, Schema>();
  readonly #answers: Schema[] = [];
  /** Fragments whose components were added. */
  readonly #seen = new Set<string>();

  /** Returns the schema of an answer. */
  ofAnswer(value: Value): Schema {
    const schema = this.#of(value);
    this.#answers.push(schema);
    return schema;
  }

  /** Components that answers refer to, directly or through others. */
  get ofAnswers(): ReadonlyMap<string, Schema> {
    const found = new Map<string, Schema>();
    const visit = (schema: Schema) => {
      for (const [, name = ''] of JSON.stringify(schema).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
        const component = this.#components.get(name);
        if (!component) throw new Error(`There is no component ${name}`);
        if (found.has(name)) continue;
        found.set(name, component);
        visit(component);
      }
    };
    for (const schema of this.#answers) visit(schema);
    return found;
  }

  #of(value: Value): Schema {
    if (value.kind === 'shaped') return this.#shaped(value);
    const component = 'component' in value ? value.component : null;
    if (component === null) return this.#inline(value);
    const name = (value.kind === 'object' && value.fragment) || component;
    if (!this.#seen.has(name)) {
      this.#seen.add(name);
      this.#add(component, this.#inline(value));
    }
    return ref(component);
  }

  #shaped({ by, of }: Extract<Value, { kind: 'shaped' }>): Schema {
    const shape = shapeOf(by);
    const inner = this.#inline(of);
    for (const [name, schema] of Object.entries(shape.components?.(inner) ?? {})) this.#components.set(name, schema);
    const schema = shape.schema(inner);
    if (of.kind !== 'object' || of.component === null) return schema;
    this.#add(of.component, { ...schema, ...(of.description ? { description: of.description } : {}) });
    return ref(of.component);
  }

  /**
   * Adds a component. If several fragments name it, it has the members of all of them, and requires those that all of
   * them require.
   */
  #add(name: string, schema: Schema) {
    const known = this.#components.get(name);
    if (!known || !known['properties'] || !schema['properties']) return void this.#components.set(name, schema);
    const others = new Set(schema['required'] as string[]);
    this.#components.set(name, {
      ...known,
      properties: { ...(known['properties'] as Schema), ...(schema['properties'] as Schema) },
      required: ((known['required'] ?? []) as string[]).filter((key) => others.has(key)),
    });
  }

  /** Returns a schema without a reference. */
  #inline(value: Value): Schema {
    switch (value.kind) {
      case 'scalar':
        return value.schema;
      case 'constant':
        return constant(value.value);
      case 'array':
        return { type: 'array', items: this.#of(value.item) };
      case 'list': {
        const facts = this.#object(value.facts);
        const required = new Set(facts['required'] as string[] | undefined);
        const factsWhere = (isRequired: boolean) =>
          Object.fromEntries(
            Object.entries(facts['properties'] as Schema).filter(([name]) => required.has(name) === isRequired),
          );
        return objectSchema(
          {
            count: { type: 'integer', description: 'Items on all pages.' },
            ...factsWhere(true),
            items: { type: 'array', items: this.#of(value.item) },
          },
          {
            ...factsWhere(false),
            next: { ...objectSchema({ page: { type: 'string' } }), description: 'The next page; absent on the last.' },
          },
        );
      }
      case 'shaped':
        return this.#shaped(value);
      case 'object':
        return this.#object(value);
    }
  }

  #object({ members, description }: ObjectValue): Schema {
    const own = members.map((member) => ({ ...member, schema: this.#member(member) }));
    return { ...(description ? { description } : {}), ...grouped(own, 0) };
  }

  #member({ value, presence, description }: Member): Schema {
    const schema = this.#of(value);
    const shown = presence === 'nullable' ? nullable(schema) : schema;
    if (!description || '$ref' in shown) return shown;
    // The description of a shape takes precedence.
    return value.kind === 'shaped' ? { description, ...shown } : { ...shown, description };
  }
}

interface WithSchema extends Member {
  readonly schema: Schema;
}

function grouped(members: readonly WithSchema[], depth: number): Schema {
  const required: Schema = {};
  const optional: Schema = {};
  for (const member of members) {
    const group = member.group[depth];
    if (group === undefined) (isOptional(member) ? optional : required)[member.key] = member.schema;
    else
      required[group] ??= grouped(
        members.filter(({ group: other }) => other[depth] === group),
        depth + 1,
      );
  }
  return objectSchema(required, optional);
}

/** Whether a member may be absent. */
export const isOptional = ({ presence, value }: Member): boolean =>
  presence === 'optional' || (value.kind === 'shaped' && shapeOf(value.by).optional === true);

function constant(value: unknown): Schema {
  if (Array.isArray(value)) return { type: 'array', items: { not: {} } };
  if (typeof value === 'object' && value !== null)
    return objectSchema(Object.fromEntries(Object.entries(value).map(([key, item]) => [key, constant(item)])));
  return { type: typeof value, const: value };
}
