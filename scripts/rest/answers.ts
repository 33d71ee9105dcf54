import {
  getDirectiveValues,
  getNullableType,
  isEnumType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type FieldNode,
  type FragmentDefinitionNode,
  type FragmentSpreadNode,
  type GraphQLField,
  type GraphQLOutputType,
  type SelectionSetNode,
} from 'graphql';
import * as z from 'zod';
import { commentsAbove, type RestDocuments, type RestOperation } from './documents.ts';
import type { Schema } from '../../src/rest/schema.ts';
import { isJsonScalar } from '../../src/lib/form-types.ts';
import { kebab } from '../../src/lib/ids.ts';
import { anyObject, scalars } from './scalars.ts';
import { findComponent, type Answer, type Composite, type Member, type ObjectValue, type Value } from './values.ts';

/** A field of a selection or of one of its fragments. */
interface SelectedField {
  readonly node: FieldNode;
  /** Whether the field or a selection around it has `@skip` or `@include`. */
  readonly isConditional: boolean;
  /** Objects that `@in` moves the field into, from the outermost one. */
  readonly group: readonly string[];
}

/** The comment above a fragment, which says what the component is when it is not all of its type; null without one. */
const describe = (fragment: FragmentDefinitionNode) =>
  commentsAbove(fragment)
    .map(({ value }) => value.trim())
    .join(' ') || null;

/** Reads answers from documents. */
export class Answers {
  readonly #documents: RestDocuments;

  constructor(documents: RestDocuments) {
    this.#documents = documents;
  }

  /** Returns the answer of an operation, which its only field selects. */
  of({ node }: RestOperation): Answer {
    const { schema } = this.#documents;
    const root = schema.getRootType(node.operation);
    if (!root) throw new Error(`The schema has no ${node.operation}`);
    return this.#answer(root, node.selectionSet, []);
  }

  #answer(type: Composite, set: SelectionSetNode, steps: readonly string[]): Answer {
    const [only, ...others] = set.selections;
    if (others.length === 0 && only?.kind === Kind.FIELD && only.name.value !== '__typename') {
      const key = only.alias?.value ?? only.name.value;
      const field = fieldOf(type, only);
      const below = getNullableType(field.type);
      if (this.#has(only, 'answer')) return { steps: [...steps, key], value: this.#value(field, only), type: null };
      if (only.selectionSet && (isObjectType(below) || isInterfaceType(below)))
        return this.#answer(below, only.selectionSet, [...steps, key]);
    }
    return { steps, value: this.#composite(type, set), type };
  }

  /** Returns the value of a selection. A selection of a single fragment has the value of that fragment. */
  #composite(type: Composite, set: SelectionSetNode): Value {
    const [only, ...others] = set.selections;
    const fragment =
      others.length === 0 && only?.kind === Kind.FRAGMENT_SPREAD && !only.directives?.length
        ? this.#fragment(only.name.value)
        : null;
    const component = fragment ? (this.#argument(fragment, 'component', 'name') ?? fragment.name.value) : null;
    const value = type.getInterfaces().some(({ name }) => name === 'Connection')
      ? this.#list(type, set, component)
      : this.#object(type, set, fragment, component);
    const by = fragment && this.#argument(fragment, 'shape', 'by');
    return by ? { kind: 'shaped', by, of: value } : value;
  }

  #object(
    type: Composite,
    set: SelectionSetNode,
    fragment: FragmentDefinitionNode | null,
    component: string | null,
  ): ObjectValue {
    const fields = this.#fieldsOf(set);
    const findMarked = (name: string) => fields.find(({ node }) => this.#has(node, name));
    const isHidden = (node: FieldNode) =>
      this.#has(node, 'etag') || this.#has(node, 'location') || (node.name.value === '__typename' && !node.alias);
    const members = fields.filter(({ node }) => !isHidden(node));
    return {
      kind: 'object',
      fragment: fragment?.name.value ?? null,
      component,
      description: (fragment && describe(fragment)) ?? type.description ?? null,
      members: members.flatMap((field) => this.#membersOf(type, field)),
      etag: wayTo(findMarked('etag')?.node),
      location: wayTo(findMarked('location')?.node),
      hides: members.length < fields.length,
    };
  }

  #list(type: Composite, set: SelectionSetNode, component: string | null): Value {
    const fields = this.#fieldsOf(set).map(({ node }) => node);
    const edges = fields.find(({ name }) => name.value === 'edges');
    const node = edges?.selectionSet?.selections[0];
    if (!edges || node?.kind !== Kind.FIELD) throw new Error(`A selection of ${type.name} has no edges { node }`);
    const edge = getNullableType(listItem(fieldOf(type, edges).type));
    if (!isObjectType(edge)) throw new Error(`${type.name} has no edges`);
    const facts = fields.filter(({ name }) => !['edges', 'count', 'pageInfo'].includes(name.value));
    const item = this.#value(fieldOf(edge, node), node);
    const name = findComponent(item);
    return {
      kind: 'list',
      component: component ?? (name === null ? null : `${name}List`),
      item,
      facts: this.#object(type, { kind: Kind.SELECTION_SET, selections: facts }, null, null),
    };
  }

  /** Returns the fields of a selection and of its fragments. */
  #fieldsOf(
    set: SelectionSetNode,
    around: Omit<SelectedField, 'node'> = { isConditional: false, group: [] },
  ): SelectedField[] {
    return set.selections.flatMap((selection) => {
      const isConditional =
        around.isConditional ||
        (selection.directives ?? []).some(({ name }) => ['skip', 'include'].includes(name.value));
      if (selection.kind === Kind.FIELD) return [{ node: selection, isConditional, group: around.group }];
      if (selection.kind === Kind.FRAGMENT_SPREAD)
        return this.#fieldsOf(this.#fragment(selection.name.value).selectionSet, {
          isConditional,
          group: [...around.group, ...this.#group(selection)],
        });
      throw new Error('Inline fragments are not supported in REST documents');
    });
  }

  /** Returns the objects that `@in` moves a selection into. */
  #group = (node: FieldNode | FragmentSpreadNode) => this.#argument(node, 'in', 'object')?.split('.') ?? [];

  /** Returns the members of a field: one, two with `@also`, or with `@flat` those of its object. */
  #membersOf(parent: Composite, field: SelectedField): Member[] {
    const { node } = field;
    const also = this.#argument(node, 'also', 'as');
    const member = this.#member(parent, field);
    if (also !== undefined) return [member, { ...member, key: also }];
    if (!this.#has(node, 'flat')) return [member];
    const { value, source, presence } = member;
    if (value.kind !== 'object') throw new Error(`${node.name.value} is not an object and cannot be flat`);
    const isCertain = presence === 'required';
    return value.members.map((inner) => ({
      ...inner,
      source: `${source}${isCertain ? '.' : '?.'}${inner.source}`,
      presence: isCertain ? inner.presence : 'optional',
    }));
  }

  #member(parent: Composite, { node, isConditional, group }: SelectedField): Member {
    const alias = node.alias?.value ?? node.name.value;
    const own = {
      key: this.#argument(node, 'in', 'as') ?? alias,
      group: [...group, ...this.#group(node)],
      source: alias,
    };
    if (node.name.value === '__typename') {
      const constant = this.#values(node, 'is');
      const value = constant ? constant['value'] : kebab(parent.name);
      return { ...own, presence: 'required', value: { kind: 'constant', value }, description: null };
    }
    const field = fieldOf(parent, node);
    return {
      ...own,
      presence: this.#presence(field, node, isConditional),
      value: this.#value(field, node),
      description: field.description ?? null,
    };
  }

  #presence(field: GraphQLField<unknown, unknown>, node: FieldNode, isConditional: boolean): Member['presence'] {
    if (isConditional) return 'optional';
    if (isNonNullType(field.type)) return 'required';
    if (this.#has(node, 'required')) return 'asserted';
    return this.#has(node, 'nullable') ? 'nullable' : 'optional';
  }

  #value(field: GraphQLField<unknown, unknown>, node: FieldNode): Value {
    const value = this.#typed(field.type, node, limitsOf(field));
    const by = this.#argument(node, 'shape', 'by');
    return by ? { kind: 'shaped', by, of: value } : value;
  }

  #typed(given: GraphQLOutputType, node: FieldNode, limits: Schema): Value {
    const type = getNullableType(given);
    if (isListType(type)) return { kind: 'array', item: this.#typed(type.ofType, node, limits) };
    if (isEnumType(type))
      return { kind: 'scalar', schema: { type: 'string', enum: type.getValues().map(({ value }) => value as string) } };
    if (isObjectType(type) || isInterfaceType(type)) {
      if (!node.selectionSet) throw new Error(`${node.name.value} has no selection`);
      return this.#composite(type, node.selectionSet);
    }
    if (isJsonScalar(type.name)) return { kind: 'scalar', schema: anyObject };
    return { kind: 'scalar', schema: { ...scalars[type.name], ...limits } };
  }

  #fragment(name: string): FragmentDefinitionNode {
    const fragment = this.#documents.fragments.get(name);
    if (!fragment) throw new Error(`There is no fragment ${name}`);
    return fragment;
  }

  #has = (node: FieldNode, directive: string) => (node.directives ?? []).some(({ name }) => name.value === directive);

  #values(
    node: FieldNode | FragmentSpreadNode | FragmentDefinitionNode,
    directive: string,
  ): Record<string, unknown> | undefined {
    const definition = this.#documents.schema.getDirective(directive);
    if (!definition) throw new Error(`directives.graphql defines no @${directive}`);
    return getDirectiveValues(definition, node);
  }

  #argument(
    node: FieldNode | FragmentSpreadNode | FragmentDefinitionNode,
    directive: string,
    name: string,
  ): string | undefined {
    return this.#values(node, directive)?.[name] as string | undefined;
  }
}

/** Returns the limits that a field declares as `extensions: { limits }`. */
function limitsOf(field: GraphQLField<unknown, unknown>): Schema {
  const limits = field.extensions['limits'];
  if (!(limits instanceof z.ZodType)) return {};
  const { minLength, maxLength, format } = z.toJSONSchema(limits, { unrepresentable: 'any' }) as Schema;
  return {
    ...(minLength === undefined ? {} : { minLength }),
    ...(maxLength === undefined ? {} : { maxLength }),
    ...(format === undefined ? {} : { format }),
  };
}

function fieldOf(type: Composite, node: FieldNode): GraphQLField<unknown, unknown> {
  const field = type.getFields()[node.name.value];
  if (!field) throw new Error(`${type.name} has no field ${node.name.value}`);
  return field;
}

function listItem(type: GraphQLOutputType): GraphQLOutputType {
  const list = getNullableType(type);
  return isListType(list) ? list.ofType : list;
}

/** Returns the response keys from a field to its first leaf; null without a field. */
function wayTo(node: FieldNode | undefined): readonly string[] | null {
  if (!node) return null;
  const key = node.alias?.value ?? node.name.value;
  const inner = node.selectionSet?.selections[0];
  return inner?.kind === Kind.FIELD ? [key, ...(wayTo(inner) ?? [])] : [key];
}
