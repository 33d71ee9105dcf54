import type { Block } from '../../../text/rich-text/document.ts';
import { stringOf } from '../../../text/rich-text/document.ts';
import { escaped } from '../../../text/rich-text/write/html.ts';

interface TableData {
  readonly view: { readonly columns: readonly string[]; readonly hideHeader?: boolean };
  readonly definition: Readonly<Record<string, { readonly title: string }>>;
  readonly records: Readonly<Record<string, { readonly values: Readonly<Record<string, unknown>> }>>;
}

/** Renders a table to HTML, in a box that scrolls horizontally. */
export function renderTable({ data, fragments = [] }: Block, cellHtml: (nodes: readonly Block[]) => string): string {
  const { view, definition, records } = data as unknown as TableData;
  const contents = new Map(fragments.map(({ fragment, nodes }) => [fragment, nodes]));
  const head = view.columns.map((id) => `<th scope="col">${escaped(definition[id]?.title ?? '')}</th>`).join('');
  const rows = Object.values(records).map(({ values }) => {
    const cells = view.columns.map((id) => `<td>${cellHtml(contents.get(stringOf(values[id])) ?? [])}</td>`);
    return `<tr>${cells.join('')}</tr>`;
  });
  return [
    '<div class="table" tabindex="0"><table>',
    ...(view.hideHeader ? [] : [`<thead><tr>${head}</tr></thead>`]),
    `<tbody>${rows.join('')}</tbody></table></div>`,
  ].join('');
}
