import { emptyEntry, fileDefaults, type EntryState } from '../changes.ts';
import { variablesId } from '../variables.ts';
import { deletePage, insertPage, movePage, revertPage, updatePage } from './apply-pages.ts';
import { addRef, requireEntry, setEntry, type Draft } from './draft.ts';
import { variablesOf, type ContentOperationName } from './fields.ts';
import type { PreparedOperation } from './prepare.ts';

/** Applies one operation to a draft; gives the id of what it was about, of several files the first one's. */
export const applyOperation = (draft: Draft, operation: PreparedOperation): string =>
  appliers[operation.given.operation](draft, operation);

type Apply = (draft: Draft, operation: PreparedOperation) => string;

const insertFiles: Apply = (draft, { files, path }) => {
  files.forEach(({ id, name, contentType, blobHash, ref }, index) => {
    setEntry(draft, id, { ...fileDefaults, id, type: contentType, title: name, blobHash });
    addRef(draft, ref, id, `${path}.files.${index}`);
  });
  return files[0]?.id ?? '';
};

const renameFile: Apply = (draft, { given, path }) => {
  const file = requireEntry(draft, 'file', given.file ?? '', `${path}.file`);
  setEntry(draft, file.id, { ...file, title: given.name ?? file.title });
  return file.id;
};

const deleteFile: Apply = (draft, { given, path }) => {
  const { id } = requireEntry(draft, 'file', given.file ?? '', `${path}.file`);
  setEntry(draft, id, null);
  return id;
};

const setVariables: Apply = (draft, { given }) => {
  const variables = variablesOf(given.variables);
  const isEmpty = Object.keys(variables).length === 0;
  const entry: EntryState = { ...emptyEntry, id: variablesId, kind: 'variables', attributes: { variables } };
  setEntry(draft, variablesId, isEmpty ? null : entry);
  return variablesId;
};

const insertReusable: Apply = (draft, { given, path, text, newId: id }) => {
  const title = given.title?.trim() ?? '';
  setEntry(draft, id, { ...emptyEntry, id, kind: 'reusable-content', title, documentId: text?.id ?? null });
  if (text) draft.texts.set(id, text);
  addRef(draft, given.ref, id, path);
  return id;
};

const updateReusable: Apply = (draft, { given, path, text }) => {
  const present = requireEntry(draft, 'reusable-content', given.reusableContent ?? '', `${path}.reusableContent`);
  setEntry(draft, present.id, {
    ...present,
    title: given.title?.trim() ?? present.title,
    documentId: text === undefined ? present.documentId : (text?.id ?? null),
  });
  if (text) draft.texts.set(present.id, text);
  else if (text === null) draft.texts.delete(present.id);
  return present.id;
};

const deleteReusable: Apply = (draft, { given, path }) => {
  const { id } = requireEntry(draft, 'reusable-content', given.reusableContent ?? '', `${path}.reusableContent`);
  setEntry(draft, id, null);
  draft.texts.delete(id);
  return id;
};

const appliers: Readonly<Record<ContentOperationName, Apply>> = {
  insert_page: insertPage,
  update_page: updatePage,
  move_page: movePage,
  delete_page: deletePage,
  revert_page: revertPage,
  insert_files: insertFiles,
  rename_file: renameFile,
  delete_file: deleteFile,
  set_variables: setVariables,
  insert_reusable_content: insertReusable,
  update_reusable_content: updateReusable,
  delete_reusable_content: deleteReusable,
};
