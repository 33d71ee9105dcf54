import { invalid } from '../../../lib/errors.ts';
import type { EntryState } from '../changes.ts';
import { slugOf } from '../slugs.ts';
import { attributesAfter, checkValues } from './attributes.ts';
import { addRef, entryOf, idsBelow, requireEntry, setEntry, siblingsAt, touch, type Draft } from './draft.ts';
import type { NewPageType } from './fields.ts';
import { destinationOf, liftPage, obstacleTo, placePage, slugAmong } from './placing.ts';
import type { PreparedOperation, PreparedText } from './prepare.ts';

/** Each gives the id of the page it was about. */
type Apply = (draft: Draft, operation: PreparedOperation) => string;

export const insertPage: Apply = (draft, { given, path, text, newId: id }) => {
  const type = given.type ?? 'document';
  checkValues(type, given, path);
  const title = given.title?.trim() ?? (type === 'document' ? (text?.title ?? 'Untitled') : undefined);
  if (title === undefined) throw invalid(`${path}.title`, '"title" is required', 'required');
  for (const member of needs[type])
    if (!given[member]) throw invalid(`${path}.${member}`, `"${member}" is required`, 'required');
  const page: EntryState = {
    id,
    kind: 'page',
    parentId: null,
    position: '',
    type: type === 'computed' ? 'document' : type,
    title,
    slug: type === 'link' ? null : (given.slug ?? slugOf(title)),
    documentId: text?.id ?? null,
    blobHash: null,
    attributes: attributesAfter(draft, {}, given, path),
  };
  const parentId = destinationOf(draft, given.into ?? null, page, path);
  placePage(draft, page, { parentId, at: given.at ?? undefined, ownSlug: typeof given.slug === 'string', path });
  draft.siblings.set(id, []);
  setText(draft, id, text);
  addRef(draft, given.ref, id, path);
  touch(draft, id, 'created');
  return id;
};

/** What a page of a type cannot be without. */
const needs: Readonly<Record<NewPageType, readonly ('target' | 'computed')[]>> = {
  document: [],
  group: [],
  link: ['target'],
  computed: ['computed'],
};

export const updatePage: Apply = (draft, { given, path, text }) => {
  const present = requireEntry(draft, 'page', given.page ?? '', `${path}.page`);
  checkValues(present.attributes.computed ? 'computed' : (present.type as NewPageType), given, path);
  const page: EntryState = {
    ...present,
    title: given.title?.trim() ?? present.title,
    slug: given.slug ?? present.slug,
    documentId: text === undefined ? present.documentId : (text?.id ?? null),
    attributes: attributesAfter(draft, present.attributes, given, path),
  };
  const ownSlug = typeof given.slug === 'string';
  const parentId = given.into === undefined ? present.parentId : destinationOf(draft, given.into, page, path);
  if (typeof given.at === 'number' || parentId !== present.parentId)
    placePage(draft, page, { parentId, at: given.at ?? undefined, ownSlug, path });
  else if (ownSlug) renamePlace(draft, page, path);
  else setEntry(draft, page.id, page);
  setText(draft, page.id, text);
  touch(draft, page.id, 'updated');
  return page.id;
};

/** Another slug in the same place. */
function renamePlace(draft: Draft, page: EntryState, path: string): void {
  const siblings = siblingsAt(draft, page.parentId);
  const others = siblings.filter(({ id }) => id !== page.id);
  slugAmong(others, page.slug ?? '', `${path}.slug`);
  const index = siblings.findIndex(({ id }) => id === page.id);
  siblings[index] = { id: page.id, position: page.position, slug: page.slug };
  setEntry(draft, page.id, page);
}

export const movePage: Apply = (draft, { given, path }) => {
  const page = requireEntry(draft, 'page', given.page ?? '', `${path}.page`);
  if (given.into === undefined && given.at === undefined) throw invalid(path, 'Give "into", "at" or both', 'required');
  const parentId = given.into === undefined ? page.parentId : destinationOf(draft, given.into, page, path);
  placePage(draft, page, { parentId, at: given.at ?? undefined, ownSlug: false, path });
  touch(draft, page.id, 'updated');
  return page.id;
};

export const deletePage: Apply = (draft, { given, path }) => {
  const { id } = requireEntry(draft, 'page', given.page ?? '', `${path}.page`);
  const below = idsBelow(draft, id);
  liftPage(draft, id);
  for (const gone of [id, ...below]) {
    setEntry(draft, gone, null);
    draft.texts.delete(gone);
    if (gone === id || draft.outcomes.has(gone)) touch(draft, gone, 'deleted');
  }
  return id;
};

/** The page alone comes back: what was below it does not. */
export const revertPage: Apply = (draft, { path }) => {
  const then = draft.before.reverted.get(path);
  if (!then) throw new Error(`The page of ${path} was not read`);
  const present = entryOf(draft, then.id);
  const parentId = homeOf(draft, then, present);
  liftPage(draft, then.id);
  const siblings = siblingsAt(draft, parentId);
  const index = siblings.findIndex(({ position }) => position >= then.position);
  const isFree = siblings[index]?.position !== then.position;
  if (isFree) {
    const slug = then.slug === null ? null : slugAmong(siblings, then.slug, null);
    setEntry(draft, then.id, { ...then, parentId, slug });
    siblings.splice(index < 0 ? siblings.length : index, 0, { id: then.id, position: then.position, slug });
  } else placePage(draft, then, { parentId, at: index, ownSlug: false, path });
  if (!draft.siblings.has(then.id)) draft.siblings.set(then.id, []);
  draft.texts.delete(then.id);
  touch(draft, then.id, present ? 'updated' : 'created');
  return then.id;
};

/** Where a page that comes back goes: where it was, if it could be put there now; or where it is. */
function homeOf(draft: Draft, then: EntryState, present: EntryState | null): string | null {
  if (then.parentId === null) return null;
  const parent = entryOf(draft, then.parentId);
  const canReturn = parent?.kind === 'page' && obstacleTo(draft, then, parent) === null;
  return canReturn ? parent.id : (present?.parentId ?? null);
}

function setText(draft: Draft, id: string, text: PreparedText | null | undefined): void {
  if (text) draft.texts.set(id, text);
  else if (text === null) draft.texts.delete(id);
}
