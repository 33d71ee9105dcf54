import { additional } from './differences.ts';
import { listAlternatives, type Alternative, type Fields, type Shape } from './shape.ts';
import { table } from './table.ts';

/** Returns the first error of a value with its path, such as `.items[3].title: is missing`, or undefined. */
export type Check = (value: unknown) => string | undefined;

/** Compiles a shape to a check of values. Shapes with a name are compiled once. */
export function compile(shape: Shape, path = 'answer'): Check {
  if (typeof shape !== 'string') return compileAlternatives(shape, path);
  const known = compiled.get(shape);
  if (known) return known;
  // Shapes may be recursive, so references are resolved when the check runs.
  let check: Check = () => undefined;
  compiled.set(shape, (value) => check(value));
  check = compileAlternatives(shape, path);
  return check;
}

const compiled = new Map<string, Check>();

function compileAlternatives(shape: Shape, path: string): Check {
  const checks = listAlternatives(table, shape, path).map(compileAlternative);
  const [only] = checks;
  if (checks.length === 1 && only) return only;
  return (value) => {
    const problems: string[] = [];
    for (const check of checks) {
      const problem = check(value);
      if (problem === undefined) return undefined;
      problems.push(problem);
    }
    // The error of the alternative with the same `kind` or `type` is the most helpful.
    return problems.find((problem) => !isOfAnotherKind.test(problem)) ?? problems[0];
  };
}

const isOfAnotherKind = /^(\.\w+)?: .* is not documented$/;

function compileAlternative(alternative: Alternative): Check {
  switch (alternative.kind) {
    case 'primitive':
      return primitives[alternative.type];
    case 'literal':
      return (value) => (value === alternative.value ? undefined : `: ${JSON.stringify(value)} is not documented`);
    case 'array':
      return compileArray(compile(alternative.items, alternative.path));
    case 'object':
      return compileObject(alternative.fields, alternative.path);
  }
}

const isDateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

const typed =
  (type: string): Check =>
  (value) =>
    typeof value === type ? undefined : `: ${JSON.stringify(value)} is not a ${type}`;

const primitives: Readonly<Record<(Alternative & { kind: 'primitive' })['type'], Check>> = {
  string: typed('string'),
  number: typed('number'),
  boolean: typed('boolean'),
  'date-time': (value) =>
    typeof value === 'string' && isDateTime.test(value) ? undefined : `: ${JSON.stringify(value)} is not a time`,
  any: () => undefined,
  null: (value) => (value === null ? undefined : `: ${JSON.stringify(value)} is not null`),
};

const compileArray =
  (check: Check): Check =>
  (value) => {
    if (!Array.isArray(value)) return ': is not an array';
    for (let index = 0; index < value.length; index += 1) {
      const problem = check(value[index]);
      if (problem !== undefined) return `[${index}]${problem}`;
    }
    return undefined;
  };

function compileObject(documented: Fields, path: string): Check {
  const fields = Object.entries({ ...documented, ...additionalOf(path) });
  const checks = new Map(fields.map(([key, shape]) => [nameOf(key), compile(shape, `${path}.${nameOf(key)}`)]));
  const isLiteral = ([, shape]: readonly [string, Shape]) => typeof shape === 'string' && /^"[^|]*$/.test(shape);
  const literals = fields.filter(isLiteral).map(([key]) => key);
  const required = fields.filter(([key]) => !key.endsWith('?') && key !== '*').map(([key]) => key);
  const others = checks.get('*');
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return ': is not an object';
    for (const name of literals) {
      const problem = checks.get(name)?.((value as Record<string, unknown>)[name]);
      if (problem !== undefined) return `.${name}${problem}`;
    }
    for (const name of required) if (!(name in value)) return `.${name}: is missing`;
    for (const [name, member] of Object.entries(value)) {
      const check = checks.get(name) ?? others;
      if (!check) return `.${name}: is not documented`;
      const problem = check(member);
      if (problem !== undefined) return `.${name}${problem}`;
    }
    return undefined;
  };
}

export const nameOf = (key: string): string => key.replace(/\?$/, '');

/** Returns the additional fields of the object at a path. An embedded resource may have those of the whole resource. */
export function additionalOf(path: string): Fields {
  const whole = path.replace(/^Embedded/, '');
  const fields = Object.entries(additional).filter(([key]) =>
    [path, whole].includes(key.slice(0, key.lastIndexOf('.'))),
  );
  return Object.fromEntries(
    fields.map(([key, { shape }]) => {
      const field = key.slice(key.lastIndexOf('.') + 1);
      return [whole === path ? field : `${nameOf(field)}?`, shape];
    }),
  );
}
