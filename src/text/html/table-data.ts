import { change, type WithChange } from '../rich-text/change.ts';
import { isRecord } from '../../lib/is-record.ts';
import { stringOf, type Block } from '../rich-text/document.ts';

export interface TableColumn extends WithChange {
  readonly id: string;
  readonly title: string;
  readonly type: string;
  readonly textAlignment?: string;
  readonly verticalAlignment?: string;
  /** Of ratings. */
  readonly max?: number;
  /** Of selections. */
  readonly options?: readonly { readonly value: string; readonly label: string; readonly color?: string }[];
}

interface TableView {
  readonly type: 'grid' | 'cards';
  readonly columns: readonly string[];
  readonly hideHeader?: boolean;
  readonly cardSize?: string;
  readonly targetDefinition?: string;
  readonly coverDefinition?: string;
  readonly coverDefinitionDark?: string;
}

/** The values of a cell that two compared tables have differently; undefined where only one of them has the cell. */
export interface ComparedValue {
  readonly [change]: true;
  readonly removed: unknown;
  readonly added: unknown;
}

export const isCompared = (value: unknown): value is ComparedValue => isRecord(value) && change in value;

/** Values of a row by the ids of columns. */
export type TableRow = Readonly<Record<string, unknown>>;

export interface TableData {
  readonly view: TableView;
  readonly columns: readonly TableColumn[];
  readonly rows: readonly TableRow[];
  /** The blocks of a cell of text, by its value. */
  readonly blocksOf: (value: unknown) => readonly Block[];
  readonly findColumn: (id: string | undefined) => TableColumn | undefined;
}

/** Reads a block of type `table`, as the documents of this program have it. */
export function readTableData({ data, fragments = [] }: Block): TableData {
  const { view, definition, records } = data as unknown as {
    readonly view: TableView;
    readonly definition: Readonly<Record<string, TableColumn>>;
    readonly records: Readonly<Record<string, { readonly values: TableRow }>>;
  };
  const contents = new Map(fragments.map(({ fragment, nodes }) => [fragment, nodes]));
  return {
    view,
    columns: view.columns.flatMap((id) => definition[id] ?? []),
    rows: Object.values(records).map(({ values }) => values),
    blocksOf: (value) => contents.get(stringOf(value)) ?? [],
    findColumn: (id) => (id === undefined ? undefined : definition[id]),
  };
}
