import { getNamedType, isObjectType, parse, type DefinitionNode, type GraphQLField, type GraphQLSchema } from 'graphql';
import type { GeneratedObject } from '../../src/schema/form-outputs.ts';

/**
 * Generates the fragments of generated types (`src/schema/form-outputs.ts`) that documents do not define. Each selects all
 * fields of the type of the same name.
 */
export function generateFragments(schema: GraphQLSchema, definitions: readonly DefinitionNode[]): DefinitionNode[] {
  const written = new Set(definitions.map((definition) => ('name' in definition ? definition.name?.value : undefined)));
  return Object.keys(schema.getTypeMap()).flatMap((name) => {
    const fragment = written.has(name) ? null : generateFragment(schema, name);
    return fragment ? [fragment] : [];
  });
}

/** Returns null if no generated type has the name. */
function generateFragment(schema: GraphQLSchema, name: string): DefinitionNode | null {
  const type = schema.getType(name);
  const generated = isObjectType(type) ? (type.extensions as unknown as Partial<GeneratedObject>) : {};
  if (!isObjectType(type) || !generated.members) return null;
  const fields = type.getFields();
  const selected = generated.members.flatMap((member) => (fields[member] ? [selection(fields[member])] : []));
  const shape = generated.isOneOf ? '@shape(by: "onlyMember")' : '';
  const [fragment] = parse(`fragment ${name} on ${name} ${shape} { ${selected.join(' ')} }`, {
    noLocation: true,
  }).definitions;
  return fragment ?? null;
}

/** Returns the selection of a field, under the name of the member in the schema. */
function selection({ name, type, extensions }: GraphQLField<unknown, unknown>): string {
  const member = (extensions['pothosExposedField'] as string | undefined) ?? name;
  const shown = extensions['showsNull'] === true ? '@nullable' : '';
  const inner = getNamedType(type);
  return `${member === name ? '' : `${member}: `}${name} ${shown} ${isObjectType(inner) ? `{ ...${inner.name} }` : ''}`;
}
