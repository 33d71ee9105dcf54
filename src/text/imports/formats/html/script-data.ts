import { parse, type ParserPlugin } from '@babel/parser';
import type { Expression, File, Node, ObjectProperty, Statement } from '@babel/types';

/** Maximum number of values in one script. Constants that repeat each other could otherwise grow exponentially. */
const maxValues = 100_000;
const maxDepth = 100;
const maxCharacters = 1_048_576;

/**
 * Reads the default export of a JavaScript or TypeScript module as data, without running it: objects, arrays, literals,
 * constants of the module, and results of its functions without parameters. Parts that are computed in any other way
 * are undefined, as is a text that cannot be parsed.
 */
export function readScriptData(source: string, isTypeScript: boolean): unknown {
  if (source.length > maxCharacters) return undefined;
  try {
    const plugins: ParserPlugin[] = [isTypeScript ? 'typescript' : 'jsx'];
    return new Reading(parse(source, { sourceType: 'unambiguous', errorRecovery: true, plugins })).exported();
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Reads the values of one parsed module. Throws RangeError for too many values. */
class Reading {
  readonly #body: readonly Statement[];
  readonly #names = new Map<string, Node>();
  #values = 0;

  constructor({ program }: File) {
    this.#body = program.body;
    for (const statement of this.#body) this.#declare(statement);
  }

  exported(): unknown {
    for (const statement of this.#body) {
      if (statement.type === 'ExportDefaultDeclaration') return this.#read(statement.declaration, 0);
      if (statement.type === 'TSExportAssignment') return this.#read(statement.expression, 0);
      const { expression } = statement.type === 'ExpressionStatement' ? statement : { expression: undefined };
      if (expression?.type === 'AssignmentExpression' && isModuleExports(expression.left))
        return this.#read(expression.right, 0);
    }
    return undefined;
  }

  #declare(statement: Statement): void {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declared?.type === 'FunctionDeclaration' && declared.id) this.#names.set(declared.id.name, declared);
    if (declared?.type !== 'VariableDeclaration') return;
    for (const { id, init } of declared.declarations)
      if (id.type === 'Identifier' && init) this.#names.set(id.name, init);
  }

  #read(node: Node, depth: number): unknown {
    this.#values += 1;
    if (this.#values > maxValues || depth > maxDepth) throw new RangeError('The module has too many values');
    if (isLiteral(node)) return node.value;
    if (node.type === 'NullLiteral') return null;
    if (node.type === 'TemplateLiteral')
      return node.expressions.length === 0 ? (node.quasis[0]?.value.cooked ?? '') : undefined;
    if (node.type === 'ArrayExpression')
      return node.elements.flatMap((element) => this.#readElement(element, depth + 1));
    if (node.type === 'ObjectExpression') return this.#readObject(node.properties, depth + 1);
    if (node.type === 'CallExpression') return this.#readCall(node.callee, node.arguments, depth + 1);
    const inner = node.type === 'Identifier' ? this.#names.get(node.name) : innerOf(node);
    // What is left needs evaluation.
    return inner ? this.#read(inner, depth + 1) : undefined;
  }

  #readElement(element: Node | null, depth: number): unknown[] {
    if (element === null) return [];
    if (element.type !== 'SpreadElement') return [this.#read(element, depth)];
    const spread = this.#read(element.argument, depth);
    return Array.isArray(spread) ? spread : [];
  }

  #readObject(properties: readonly Node[], depth: number): Record<string, unknown> {
    const entries = properties.flatMap((property): [string, unknown][] => {
      if (property.type === 'SpreadElement') {
        const spread = this.#read(property.argument, depth);
        return typeof spread === 'object' && spread !== null ? Object.entries(spread) : [];
      }
      if (property.type !== 'ObjectProperty') return [];
      const name = findName(property);
      return name === null ? [] : [[name, this.#read(property.value, depth)]];
    });
    // `fromEntries` creates own properties, even for a name such as `__proto__`.
    return Object.fromEntries(entries);
  }

  /**
   * The result of a function of the module without parameters; for other calls, such as `defineConfig(…)`, the
   * argument.
   */
  #readCall(callee: Node, given: readonly Node[], depth: number): unknown {
    const called = callee.type === 'Identifier' ? this.#names.get(callee.name) : undefined;
    if (called === undefined) return given[0] === undefined ? undefined : this.#read(given[0], depth);
    const returned = returnedBy(called);
    return returned === null ? undefined : this.#read(returned, depth);
  }
}

function returnedBy(node: Node): Expression | null {
  if (!isFunction(node) || node.params.length > 0) return null;
  if (node.body.type !== 'BlockStatement') return node.body;
  const [only, another] = node.body.body;
  return only?.type === 'ReturnStatement' && !another ? (only.argument ?? null) : null;
}

const isLiteral = (node: Node) =>
  node.type === 'StringLiteral' || node.type === 'NumericLiteral' || node.type === 'BooleanLiteral';

/** What types or parentheses stand around; null for other nodes. */
const innerOf = (node: Node): Expression | null =>
  node.type === 'TSSatisfiesExpression' ||
  node.type === 'TSAsExpression' ||
  node.type === 'TSNonNullExpression' ||
  node.type === 'ParenthesizedExpression'
    ? node.expression
    : null;

const isFunction = (node: Node) =>
  node.type === 'FunctionDeclaration' || node.type === 'FunctionExpression' || node.type === 'ArrowFunctionExpression';

const isModuleExports = (node: Node) =>
  node.type === 'MemberExpression' &&
  node.object.type === 'Identifier' &&
  node.property.type === 'Identifier' &&
  ((node.object.name === 'module' && node.property.name === 'exports') ||
    (node.object.name === 'exports' && node.property.name === 'default'));

function findName({ key, computed }: ObjectProperty): string | null {
  if (computed) return null;
  if (key.type === 'Identifier') return key.name;
  return key.type === 'StringLiteral' || key.type === 'NumericLiteral' ? `${key.value}` : null;
}
