import type { Member, ObjectValue, Value } from './values.ts';
import { isOptional } from './schemas.ts';

/** Generates straight-line TypeScript that converts the data of operations to answers. */
export class Presenters {
  /** Generated functions by name, each after those that it calls. */
  readonly #functions = new Map<string, string>();

  get source(): string {
    return [...this.#functions.values()].join('\n');
  }

  /**
   * Returns an expression that converts the value of the expression `data` to an answer. The value must not be null.
   */
  of(value: Value, data: string, place: string): string {
    switch (value.kind) {
      case 'scalar':
        return data;
      case 'constant':
        return JSON.stringify(value.value);
      case 'array':
        return isAsRead(value.item) ? data : `${data}.map(${this.#callable(value.item, place)})`;
      case 'list':
        return this.#list(value, data, place);
      case 'shaped':
        return `shapes.${value.by}.present(${this.of(value.of, data, place)})`;
      case 'object':
        return isAsRead(value) ? data : `${this.#function(value, place)}(${data})`;
    }
  }

  #list({ item, facts }: Extract<Value, { kind: 'list' }>, data: string, place: string): string {
    const present = isAsRead(item) ? '(node: any) => node' : this.#callable(item, place);
    return facts.members.length === 0
      ? `list(${data}, ${present})`
      : `listWith(${data}, ${present}, ${this.#function(facts, `${place}Facts`)})`;
  }

  /** Returns the name of a function with one argument that converts a value. */
  #callable(value: Value, place: string): string {
    return value.kind === 'object' ? this.#function(value, place) : `(one: any) => ${this.of(value, 'one', place)}`;
  }

  #function(value: ObjectValue, place: string): string {
    const name = `present${value.fragment ?? place}`;
    if (!this.#functions.has(name)) {
      this.#functions.set(name, '');
      const members = value.members.map((member) => ({
        ...member,
        code: this.#member(member, name.slice('present'.length)),
      }));
      this.#functions.set(name, `const ${name} = (node: any) => (${literal(members, 0)});\n`);
    }
    return name;
  }

  #member(member: Member, place: string): string {
    const { value, presence, source } = member;
    const data = `node.${source}`;
    const inner = `${place}_${member.key}`;
    if (value.kind === 'constant') return JSON.stringify(value.value);
    if (presence === 'required') return this.of(value, data, inner);
    if (presence === 'asserted') return this.of(value, `found(${data})`, inner);
    const absent = presence === 'nullable' ? 'null' : 'undefined';
    if (isAsRead(value)) return `${data} ?? ${absent}`;
    return `${data} == null ? ${absent} : ${this.of(value, data, inner)}`;
  }
}

interface WithCode extends Member {
  readonly code: string;
}

function literal(members: readonly WithCode[], depth: number): string {
  const done = new Set<string>();
  const parts = members.flatMap((member) => {
    const group = member.group[depth];
    if (group === undefined) return [`${member.key}: ${member.code}`];
    if (done.has(group)) return [];
    done.add(group);
    return [
      `${group}: ${literal(
        members.filter((other) => other.group[depth] === group),
        depth + 1,
      )}`,
    ];
  });
  return `{ ${parts.join(', ')} }`;
}

/** Whether the data needs no conversion. */
function isAsRead(value: Value): boolean {
  switch (value.kind) {
    case 'scalar':
      return true;
    case 'array':
      return isAsRead(value.item);
    case 'object':
      return !value.hides && value.members.every(isReadMember);
    case 'constant':
    case 'list':
    case 'shaped':
      return false;
  }
}

const isReadMember = (member: Member) =>
  member.key === member.source &&
  member.group.length === 0 &&
  (member.presence === 'required' || member.presence === 'nullable') &&
  !isOptional(member) &&
  isAsRead(member.value);
