import { isRecord } from '../../../lib/is-record.ts';
import { stringOf } from '../../../text/rich-text/document.ts';

/** A tag of the OpenAPI document with its operations. */
export interface OperationGroup {
  readonly name: string;
  readonly description: string;
  readonly operations: readonly Operation[];
}

/** An operation of the OpenAPI document. */
export interface Operation {
  /** Its `operationId`. */
  readonly id: string;
  readonly title: string;
  /** In small letters. */
  readonly method: string;
  readonly path: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/** Lists the operations of an OpenAPI document by their first tag, in the order of the document. */
export function listOperations(document: Readonly<Record<string, unknown>>): OperationGroup[] {
  const groups = new Map<string, Operation[]>();
  for (const [path, item] of entriesIn(document['paths']))
    for (const [method, value] of entriesIn(item)) {
      if (!isRecord(value)) continue;
      const tag = listIn(value, 'tags').map(stringOf)[0] ?? '';
      const { operationId, summary } = value;
      const operation = { id: stringOf(operationId), title: stringOf(summary), method, path, value };
      groups.set(tag, [...(groups.get(tag) ?? []), operation]);
    }
  return listIn(document, 'tags').flatMap((tag) => {
    if (!isRecord(tag)) return [];
    const name = stringOf(tag['name']);
    const operations = groups.get(name) ?? [];
    return operations.length === 0 ? [] : [{ name, description: stringOf(tag['description']), operations }];
  });
}

export const entriesIn = (value: unknown): [string, unknown][] => (isRecord(value) ? Object.entries(value) : []);

export const listIn = (value: Readonly<Record<string, unknown>>, name: string): readonly unknown[] => {
  const list = value[name];
  return Array.isArray(list) ? list : [];
};
