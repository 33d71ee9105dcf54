import { invalid } from '../../../lib/errors.ts';
import { isRecord } from '../../../lib/is-record.ts';
import { maxOperations } from './fields.ts';
import { parsePath, type ScimPath } from './paths.ts';

/** One change of one attribute. */
export interface Operation {
  readonly op: 'add' | 'replace' | 'remove';
  readonly path: ScimPath;
  readonly value: unknown;
}

const ops: ReadonlySet<string> = new Set(['add', 'replace', 'remove']);

/**
 * Reads the operations of a request. Entra writes them in capitals, and both Entra and Okta leave out the path and name the
 * attributes in the value, Entra with paths as names. Attributes of extensions are left out. Throws invalidSyntax, invalidPath,
 * noTarget.
 */
export function readOperations(body: unknown): Operation[] {
  const given = isRecord(body) ? memberOf(body, 'operations') : null;
  if (!Array.isArray(given)) throw invalid('Operations', 'The body needs a list of "Operations"', 'invalidSyntax');
  if (given.length > maxOperations)
    throw invalid('Operations', `A request has at most ${maxOperations} operations`, 'tooMany');
  return given.flatMap((one: unknown) => {
    if (!isRecord(one)) throw invalid('Operations', 'Each operation is an object', 'invalidSyntax');
    const name = memberOf(one, 'op');
    const op = typeof name === 'string' ? name.toLowerCase() : '';
    if (!isOp(op)) throw invalid('op', 'The op of an operation is "add", "replace" or "remove"', 'invalidSyntax');
    return changesOf(op, memberOf(one, 'path'), memberOf(one, 'value'));
  });
}

const isOp = (text: string): text is Operation['op'] => ops.has(text);

function changesOf(op: Operation['op'], path: unknown, value: unknown): Operation[] {
  if (typeof path === 'string' && path !== '') return changeOf(op, path, value);
  if (op === 'remove') throw invalid('path', 'The operation "remove" needs a path', 'noTarget');
  if (!isRecord(value))
    throw invalid('value', 'An operation without a path needs an object of attributes', 'invalidSyntax');
  return Object.entries(value).flatMap(([name, one]) => (name === 'schemas' ? [] : changeOf(op, name, one)));
}

function changeOf(op: Operation['op'], text: string, value: unknown): Operation[] {
  const path = parsePath(text);
  return path === null ? [] : [{ op, path, value }];
}

/** A member of an object whatever the case of its name, as attributes of SCIM are named. */
export function memberOf(object: Readonly<Record<string, unknown>>, name: string): unknown {
  const key = Object.keys(object).find((one) => one.toLowerCase() === name);
  return key === undefined ? undefined : object[key];
}

/** A single value, which Entra may send in a list or an object with a `value`. */
function single(value: unknown): unknown {
  const one: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value;
  return isRecord(one) ? memberOf(one, 'value') : one;
}

/** A text, or null. Throws invalidValue. */
export function readText(value: unknown, name: string): string | null {
  const one = single(value);
  if (one === undefined || one === null) return null;
  if (typeof one === 'string') return one;
  throw invalid(name, `"${name}" must be a text`, 'invalidValue');
}

/** A boolean, which Entra sends as "True" or "False". Throws invalidValue. */
export function readBoolean(value: unknown, name: string): boolean {
  const one = single(value);
  const text = typeof one === 'string' ? one.toLowerCase() : one;
  if (text === true || text === 'true') return true;
  if (text === false || text === 'false') return false;
  throw invalid(name, `"${name}" must be true or false`, 'invalidValue');
}
