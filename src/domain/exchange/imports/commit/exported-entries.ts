import { isId } from '../../../../lib/ids.ts';
import { emptyEntry, storedTextOf, type ContentChanges, type EntryState } from '../../../../text/content/changes.ts';
import { storedVariables } from '../../../../text/content/edit-fields.ts';
import type { PageAttributes } from '../../../../text/content/fields.ts';
import { variablesId } from '../../../authoring/content/variables.ts';
import type { Context } from '../../../core/context.ts';
import type { ContentReference } from '../../../../text/rich-text/content-reference.ts';
import { walkPages, type ExportedParts, type ImportTree } from '../../../../text/imports/import-tree.ts';
import { listLinks, type ImportIds } from './link-states.ts';
import type { ExportedAttributes, ExportedReference } from '../../../../text/imports/formats/exported/page-fields.ts';

/** The attributes of an exported page, with references mapped to the new ids. */
export function exportedAttributes(attributes: ExportedAttributes, ids: ImportIds): PageAttributes {
  const { cover, target, variables, ...plain } = attributes;
  const referenceOf = (reference: ExportedReference) => renamed(reference, ids);
  return {
    ...plain,
    ...(variables && { variables: storedVariables(variables) }),
    ...(cover && {
      cover: {
        ...(cover.ref && { ref: referenceOf(cover.ref) }),
        ...(cover.refDark && { refDark: referenceOf(cover.refDark) }),
        yPos: cover.yPos,
      },
    }),
    ...(target && { target: referenceOf(target) }),
  } as PageAttributes;
}

function renamed(reference: ExportedReference, ids: ImportIds): ContentReference {
  switch (reference.kind) {
    case 'page':
    case 'anchor':
      return { ...reference, page: ids.ofExported(reference.page) ?? reference.page };
    case 'file':
      return { ...reference, file: ids.ofExported(reference.file) ?? reference.file };
    case 'url':
      return reference;
  }
}

/**
 * The entries, links and variables of an export, besides its pages and files. `present` holds the variables of
 * the space.
 */
export function exportedEntries(
  { reusableContents, variables }: ExportedParts,
  ids: ImportIds,
  present: Readonly<Record<string, string>>,
): Pick<ContentChanges, 'put' | 'links'> {
  const put: EntryState[] = reusableContents.map(({ id, title, markdown }) => ({
    ...emptyEntry,
    id: ids.ofExported(id) ?? id,
    kind: 'reusable-content',
    title,
    documentId: storedTextOf(markdown)?.id ?? null,
  }));
  const all = { ...variables, ...present };
  if (Object.keys(all).length > Object.keys(present).length)
    put.push({ ...emptyEntry, id: variablesId, kind: 'variables', attributes: { variables: all } });
  return { put, links: reusableContents.flatMap((one) => listLinks(one, ids.ofExported(one.id) ?? one.id, ids)) };
}

/** The former paths of imported pages, as rows. */
export function redirectRows(ctx: Pick<Context, 'now'>, spaceId: string, { redirects }: ExportedParts, ids: ImportIds) {
  const createdAt = ctx.now().toISOString();
  return redirects.flatMap(({ parent, slug, page }) => {
    const pageId = ids.ofExported(page);
    const parentId = parent === '' ? '' : ids.ofExported(parent);
    return pageId === undefined || parentId === undefined ? [] : [{ spaceId, parentId, slug, pageId, createdAt }];
  });
}

const hasOwnId = ({ id }: { readonly id?: string }) => id !== undefined && (isId('pg', id) || isId('rc', id));

/**
 * Replaces ids in the texts of a tree, where the space already uses them. New ids have the same length, so offsets stay
 * valid.
 */
export function withIds(tree: ImportTree, ids: ImportIds): ImportTree {
  const { exported, pages } = tree;
  if (!exported || ![...walkPages(pages), ...exported.reusableContents].some(hasOwnId)) return tree;
  const inText = (text: string) => text.replaceAll(/(?:pg|file|rc)_[\w-]{20}/g, (id) => ids.ofExported(id) ?? id);
  const change = <Text extends ImportTree['pages'][number] | ExportedParts['reusableContents'][number]>(one: Text) => {
    const markdown = inText(one.markdown);
    return markdown === one.markdown
      ? one
      : { ...one, markdown, links: one.links.map((link) => ({ ...link, url: inText(link.url) })) };
  };
  const listPages = (siblings: ImportTree['pages']): ImportTree['pages'] =>
    siblings.map((page) => ({ ...change(page), children: listPages(page.children) }));
  return {
    ...tree,
    pages: listPages(pages),
    exported: { ...exported, reusableContents: exported.reusableContents.map(change) },
  };
}
