import { invalid } from '../../../../lib/errors.ts';
import type { EntryState } from '../../../../text/content/changes.ts';
import { isGenerated } from '../computed/source.ts';
import { slugOf } from '../../../../lib/slugs.ts';
import { attributesAfter, checkValues } from './attributes.ts';
import { addRef, findEntry, idsBelow, requireEntry, setEntry, siblingsAt, recordOutcome, type Draft } from './draft.ts';
import type { NewPageType } from '../../../../text/content/edit-fields.ts';
import { findDestination, detachPage, placementProblem, placePage, uniqueSlug } from './placing.ts';
import type { PreparedOperation, PreparedText } from './prepared.ts';

/** Applies one operation to a draft and returns the id of the page. */
type Apply = (draft: Draft, operation: PreparedOperation) => string;

export const insertPage: Apply = (draft, { input, path, text, newId: id }) => {
  const type = input.type ?? 'document';
  checkValues(type, input, path);
  const title = input.title?.trim() ?? (type === 'document' ? (text?.title ?? 'Untitled') : undefined);
  if (title === undefined) throw invalid(`${path}.title`, '"title" is required', 'required');
  for (const member of requiredMembers[type])
    if (!input[member]) throw invalid(`${path}.${member}`, `"${member}" is required`, 'required');
  const page: EntryState = {
    id,
    kind: 'page',
    parentId: null,
    position: '',
    type: type === 'computed' ? 'document' : type,
    title,
    slug: type === 'link' ? null : (input.slug?.normalize('NFC') ?? slugOf(title)),
    documentId: text?.id ?? null,
    blobHash: null,
    attributes: attributesAfter(draft, {}, input, path),
  };
  const parentId = findDestination(draft, input.into ?? null, page, path);
  placePage(draft, page, { parentId, at: input.at ?? undefined, ownSlug: typeof input.slug === 'string', path });
  draft.siblings.set(id, []);
  setText(draft, id, text);
  addRef(draft, input.ref, id, path);
  recordOutcome(draft, id, 'created');
  return id;
};

/** Members required by each type of page. */
const requiredMembers: Readonly<Record<NewPageType, readonly ('target' | 'computed')[]>> = {
  document: [],
  group: [],
  link: ['target'],
  computed: ['computed'],
};

export const updatePage: Apply = (draft, { input, path, text }) => {
  const present = requireOwnPage(draft, input.page ?? '', path);
  checkValues(present.attributes.computed ? 'computed' : (present.type as NewPageType), input, path);
  const page: EntryState = {
    ...present,
    title: input.title?.trim() ?? present.title,
    slug: input.slug?.normalize('NFC') ?? present.slug,
    documentId: text === undefined ? present.documentId : (text?.id ?? null),
    attributes: attributesAfter(draft, present.attributes, input, path),
  };
  const ownSlug = typeof input.slug === 'string';
  const parentId = input.into === undefined ? present.parentId : findDestination(draft, input.into, page, path);
  if (typeof input.at === 'number' || parentId !== present.parentId)
    placePage(draft, page, { parentId, at: input.at ?? undefined, ownSlug, path });
  else if (ownSlug) updateSlug(draft, page, path);
  else setEntry(draft, page.id, page);
  setText(draft, page.id, text);
  recordOutcome(draft, page.id, 'updated');
  return page.id;
};

/** Changes the slug of a page without moving it. */
function updateSlug(draft: Draft, page: EntryState, path: string): void {
  const siblings = siblingsAt(draft, page.parentId);
  const others = siblings.filter(({ id }) => id !== page.id);
  uniqueSlug(others, page.slug ?? '', `${path}.slug`);
  const index = siblings.findIndex(({ id }) => id === page.id);
  siblings[index] = { id: page.id, position: page.position, slug: page.slug };
  setEntry(draft, page.id, page);
}

export const movePage: Apply = (draft, { input, path }) => {
  const page = requireOwnPage(draft, input.page ?? '', path);
  if (input.into === undefined && input.at === undefined) throw invalid(path, '"into" or "at" is required', 'required');
  const parentId = input.into === undefined ? page.parentId : findDestination(draft, input.into, page, path);
  placePage(draft, page, { parentId, at: input.at ?? undefined, ownSlug: false, path });
  recordOutcome(draft, page.id, 'updated');
  return page.id;
};

export const deletePage: Apply = (draft, { input, path }) => {
  const { id } = requireOwnPage(draft, input.page ?? '', path);
  const below = idsBelow(draft, id);
  detachPage(draft, id);
  for (const gone of [id, ...below]) {
    setEntry(draft, gone, null);
    draft.texts.delete(gone);
    if (gone === id || draft.outcomes.has(gone)) recordOutcome(draft, gone, 'deleted');
  }
  return id;
};

/** Restores a page alone, without its former descendants. */
export const revertPage: Apply = (draft, { path }) => {
  const earlier = draft.before.earlierPages.get(path);
  if (!earlier) throw new Error(`The page of ${path} was not read`);
  if (isGenerated(earlier)) throw generatedPage(path);
  const present = findEntry(draft, earlier.id);
  const parentId = restoredParent(draft, earlier, present);
  detachPage(draft, earlier.id);
  const siblings = siblingsAt(draft, parentId);
  const index = siblings.findIndex(({ position }) => position >= earlier.position);
  const isFree = siblings[index]?.position !== earlier.position;
  if (isFree) {
    const slug = earlier.slug === null ? null : uniqueSlug(siblings, earlier.slug, null);
    setEntry(draft, earlier.id, { ...earlier, parentId, slug });
    siblings.splice(index < 0 ? siblings.length : index, 0, { id: earlier.id, position: earlier.position, slug });
  } else placePage(draft, earlier, { parentId, at: index, ownSlug: false, path });
  if (!draft.siblings.has(earlier.id)) draft.siblings.set(earlier.id, []);
  draft.texts.delete(earlier.id);
  recordOutcome(draft, earlier.id, present ? 'updated' : 'created');
  return earlier.id;
};

/** The parent of a restored page: its earlier parent if that can hold the page, else its current one. */
function restoredParent(draft: Draft, earlier: EntryState, present: EntryState | null): string | null {
  if (earlier.parentId === null) return null;
  const parent = findEntry(draft, earlier.parentId);
  const canReturn = parent?.kind === 'page' && placementProblem(draft, earlier, parent) === null;
  return canReturn ? parent.id : (present?.parentId ?? null);
}

/** The page of an operation, unless it is generated. Throws reference_not_found, validation_failed. */
function requireOwnPage(draft: Draft, id: string, path: string): EntryState {
  const page = requireEntry(draft, 'page', id, `${path}.page`);
  if (isGenerated(page)) throw generatedPage(path);
  return page;
}

const generatedPage = (path: string) =>
  invalid(`${path}.page`, 'The page belongs to a computed page and cannot be edited', 'tree');

function setText(draft: Draft, id: string, text: PreparedText | null | undefined): void {
  if (text) draft.texts.set(id, text);
  else if (text === null) draft.texts.delete(id);
}
