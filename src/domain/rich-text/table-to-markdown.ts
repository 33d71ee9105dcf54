import { arrayOf, dataOf, memberOf, nodesOf, refuse, textAt, typeOf, type At } from './given.ts';
import { inlineFrom } from './inlines-to-markdown.ts';
import type { MarkdownBlock, Phrasing } from './markdown.ts';

type Table = Extract<MarkdownBlock, { type: 'table' }>;
type Row = Table['children'][number];

const alignments = ['left', 'center', 'right'] as const;

/** A grid of text cells as a Markdown table. Throws validation_failed for columns of other types. */
export function tableFrom(at: At): Table {
  const data: At = { value: dataOf(at)['data'], path: `${at.path}.data` };
  const definition: At = { value: dataOf(data)['definition'], path: `${data.path}.definition` };
  const view: At = { value: dataOf(data)['view'], path: `${data.path}.view` };
  const columns = arrayOf(view, 'columns').map((column) => {
    const id = textAt(column) ?? '';
    if (!Object.hasOwn(dataOf(definition), id)) throw refuse(column, 'is not in the definition');
    return columnFrom({ value: dataOf(definition)[id], path: `${definition.path}.${id}` }, id);
  });
  if (columns.length === 0) throw refuse({ value: [], path: `${view.path}.columns` }, 'must not be empty');
  const fragments = new Map(arrayOf(at, 'fragments').map((fragment) => [dataOf(fragment)['fragment'], fragment]));
  const header: Row = {
    type: 'tableRow',
    children: columns.map(({ title }) => cell([{ type: 'text', value: title }])),
  };
  const rows = recordsOf(data).map((values): Row => ({
    type: 'tableRow',
    children: columns.map(({ id }) =>
      cell(cellFrom({ value: dataOf(values)[id], path: `${values.path}.${id}` }, fragments)),
    ),
  }));
  return { type: 'table', align: columns.map(({ align }) => align), children: [header, ...rows] };
}

function columnFrom(at: At, id: string) {
  const { type, title, textAlignment } = dataOf(at);
  if (type !== 'text') throw refuse({ value: type, path: `${at.path}.type` }, 'must be "text"');
  return {
    id,
    title: textAt({ value: title, path: `${at.path}.title` }) ?? '',
    align: alignments.find((known) => known === textAlignment && known !== 'left') ?? null,
  };
}

/** The values of each row, in the order of `orderIndex`. */
function recordsOf(data: At): At[] {
  const path = `${data.path}.records`;
  const orderOf = (record: unknown, key: string) => {
    const at: At = { value: record, path: `${path}.${key}` };
    return textAt({ value: dataOf(at)['orderIndex'], path: `${at.path}.orderIndex` }) ?? '';
  };
  return Object.entries(memberOf(data, 'records'))
    .map(([key, record]) => ({ key, record, order: orderOf(record, key) }))
    .toSorted((left, right) => (left.order < right.order ? -1 : Number(left.order > right.order)))
    .map(({ key, record }) => ({
      value: (record as Record<string, unknown>)['values'] ?? {},
      path: `${path}.${key}.values`,
    }));
}

function cellFrom(at: At, fragments: ReadonlyMap<unknown, At>): Phrasing[] {
  if (at.value === undefined || at.value === null) return [];
  const fragment = fragments.get(at.value);
  if (fragment)
    return nodesOf(fragment).flatMap((block, index) => {
      typeOf(block, 'block', 'paragraph');
      const children = inlineFrom(block, 'one line');
      return index === 0 || children.length === 0 ? children : [{ type: 'text', value: ' ' } as const, ...children];
    });
  const text = textAt(at) ?? '';
  return text === '' ? [] : [{ type: 'text', value: text }];
}

const cell = (children: Phrasing[]): Row['children'][number] => ({ type: 'tableCell', children });
