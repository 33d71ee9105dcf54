import type { ObjectValue, Value } from './values.ts';

/** Generates TypeScript types of the values of fragments, for the functions of `shapes.ts`. */
export class Types {
  readonly #interfaces = new Map<string, string>();

  get source(): string {
    return [...this.#interfaces.values()].join('\n');
  }

  of(value: Value): string {
    switch (value.kind) {
      case 'scalar':
        return scalar(value.schema);
      case 'constant':
        return 'unknown';
      case 'array':
        return `readonly (${this.of(value.item)})[]`;
      case 'list':
        this.of(value.facts);
        return `{ readonly items: readonly (${this.of(value.item)})[] }`;
      case 'shaped':
        this.of(value.of);
        return 'unknown';
      case 'object':
        return this.#object(value);
    }
  }

  #object(value: ObjectValue): string {
    const { fragment } = value;
    if (fragment === null) return this.#body(value);
    if (!this.#interfaces.has(fragment)) {
      this.#interfaces.set(fragment, '');
      this.#interfaces.set(fragment, `export interface ${fragment} ${this.#body(value)}\n`);
    }
    return fragment;
  }

  #body({ members }: ObjectValue): string {
    const lines = members.map((member) => {
      const type = this.of(member.value);
      if (member.group.length > 0) return '';
      if (member.presence === 'optional') return `readonly ${member.key}?: ${type} | undefined;`;
      return `readonly ${member.key}: ${type}${member.presence === 'nullable' ? ' | null' : ''};`;
    });
    const groups = [...new Set(members.map(({ group }) => group[0]).filter((group) => group !== undefined))];
    return `{ ${[...lines, ...groups.map((group) => `readonly ${group}: unknown;`)].filter((line) => line !== '').join(' ')} }`;
  }
}

function scalar({ type, enum: values }: Record<string, unknown>): string {
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(' | ');
  if (type === 'integer') return 'number';
  return typeof type === 'string' ? type : 'unknown';
}
