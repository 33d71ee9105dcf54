import { arrayOf, writeData, objectMember, refuse, textAt, type InputPart } from './input-part.ts';

/** The parts of a table block. */
export interface TableParts {
  readonly view: InputPart;
  readonly columns: readonly Column[];
  /** Values of each row, in the order of `orderIndex`. */
  readonly rows: readonly InputPart[];
  readonly fragments: ReadonlyMap<unknown, InputPart>;
  readonly isFullWidth: boolean;
}

interface Column {
  readonly id: string;
  readonly type: string;
  readonly title: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly path: string;
  readonly isShown: boolean;
}

const columnTypes = ['text', 'number', 'checkbox', 'files', 'users', 'rating', 'select', 'content-ref', 'image'];

/** Reads the parts of a table block. Throws validation_failed. */
export function writeTableParts(at: InputPart): TableParts {
  const data: InputPart = { value: writeData(at)['data'], path: `${at.path}.data` };
  const definition: InputPart = { value: writeData(data)['definition'], path: `${data.path}.definition` };
  const view: InputPart = { value: writeData(data)['view'], path: `${data.path}.view` };
  const shown = arrayOf(view, 'columns').map((column) => {
    const id = textAt(column) ?? '';
    if (!Object.hasOwn(writeData(definition), id)) throw refuse(column, 'is not in the definition');
    return id;
  });
  if (shown.length === 0) throw refuse({ value: [], path: `${view.path}.columns` }, 'must not be empty');
  const ids = [...new Set(orderedIds(writeData(definition), shown))];
  return {
    view,
    columns: ids.map((id) =>
      columnFrom({ value: writeData(definition)[id], path: `${definition.path}.${id}` }, id, shown.includes(id)),
    ),
    rows: listRecords(data),
    fragments: new Map(arrayOf(at, 'fragments').map((fragment) => [writeData(fragment)['fragment'], fragment])),
    isFullWidth: writeData(data)['fullWidth'] === true,
  };
}

/** Ids of all columns: visible ones in their order, hidden ones at their place in the definition. */
function orderedIds(definition: Readonly<Record<string, unknown>>, shown: readonly string[]): string[] {
  const left = [...shown];
  return [...Object.keys(definition).flatMap((id) => (shown.includes(id) ? (left.shift() ?? []) : [id])), ...left];
}

function columnFrom(at: InputPart, id: string, isShown: boolean): Column {
  const data = writeData(at);
  const { type, title } = data;
  if (typeof type !== 'string' || !columnTypes.includes(type))
    throw refuse({ value: type, path: `${at.path}.type` }, `must be one of ${columnTypes.join(', ')}`);
  return { id, type, title: textAt({ value: title, path: `${at.path}.title` }) ?? '', data, path: at.path, isShown };
}

function listRecords(data: InputPart): InputPart[] {
  const path = `${data.path}.records`;
  const writeOrder = (record: unknown, key: string) => {
    const at: InputPart = { value: record, path: `${path}.${key}` };
    return textAt({ value: writeData(at)['orderIndex'], path: `${at.path}.orderIndex` }) ?? '';
  };
  return Object.entries(objectMember(data, 'records'))
    .map(([key, record]) => ({ key, record, order: writeOrder(record, key) }))
    .toSorted((left, right) => (left.order < right.order ? -1 : Number(left.order > right.order)))
    .map(({ key, record }) => ({
      value: (record as Record<string, unknown>)['values'] ?? {},
      path: `${path}.${key}.values`,
    }));
}
