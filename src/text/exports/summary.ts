import { writeYaml } from '../markdown/write-yaml.ts';
import type { PageAttributes } from '../content/fields.ts';
import { linkAddress } from '../imports/unpack/source-path.ts';
import { summaryFile } from '../imports/formats/exported/format.ts';
import { byParent, type ExportedPage } from './tree-order.ts';

/** Writes the table of contents: groups as headings, pages as nested lists. `rows` lists parents before children. */
export function writeSummary(rows: readonly ExportedPage[], pathOf: (id: string) => string | undefined): string {
  const below = byParent(rows);
  const lines = ['# Table of contents', ''];
  const list = (parentId: string | null, indent: string): void => {
    for (const row of below.get(parentId) ?? []) {
      if (row.type === 'group') lines.push('', `## ${escapedTitle(row.title)}`, '');
      else lines.push(`${indent}* ${entryOf(row, pathOf)}`);
      list(row.id, row.type === 'group' ? '' : `${indent}  `);
    }
  };
  list(null, '');
  return `${lines.join('\n')}\n`;
}

const entryOf = (page: ExportedPage, pathOf: (id: string) => string | undefined): string =>
  `[${escapedTitle(page.title)}](${summaryUrl(page, pathOf)})`;

/** The address of a page in a table of contents; empty for a page without a file and a target. */
export function summaryUrl({ id, attributes }: ExportedPage, pathOf: (id: string) => string | undefined): string {
  const { target } = attributes as PageAttributes;
  const path = pathOf(id);
  return (path === undefined ? target && targetUrl(target, pathOf) : linkAddress(path)) ?? '';
}

function targetUrl(target: NonNullable<PageAttributes['target']>, pathOf: (id: string) => string | undefined) {
  if (target.kind === 'url') return `<${target.url.replaceAll(/[<>\s]/g, encodeURIComponent)}>`;
  const path = pathOf(target.kind === 'file' ? target.file : target.page);
  const anchor = target.kind === 'anchor' ? `#${encodeURIComponent(target.anchor)}` : '';
  return path === undefined ? '' : `${linkAddress(path)}${anchor}`;
}

/** Escapes a title for Markdown. */
export const escapedTitle = (title: string) =>
  title
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(/[\\`*_{}[\]<>()#+!|~&$]/g, String.raw`\$&`);

/** Writes `.gitbook.yaml`, which points to the table of contents and lists the redirects. */
export const writeConfig = (redirects: Readonly<Record<string, string>>): string =>
  writeYaml({
    root: './',
    structure: { summary: summaryFile },
    ...(Object.keys(redirects).length > 0 && { redirects }),
  });
