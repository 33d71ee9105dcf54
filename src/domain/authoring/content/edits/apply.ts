import { emptyEntry, fileDefaults, type EntryState } from '../../../../text/content/changes.ts';
import { variablesId } from '../variables.ts';
import { deletePage, insertPage, movePage, revertPage, updatePage } from './apply-pages.ts';
import { addRef, requireEntry, setEntry, type Draft } from './draft.ts';
import { storedVariables, type ContentOperationName } from '../../../../text/content/edit-fields.ts';
import type { PreparedOperation } from './prepared.ts';

/** Applies one operation to a draft and returns the id of the entry it changed: the first one for several files. */
export const applyOperation = (draft: Draft, operation: PreparedOperation): string =>
  appliers[operation.input.operation](draft, operation);

type Apply = (draft: Draft, operation: PreparedOperation) => string;

const insertFiles: Apply = (draft, { files, path }) => {
  files.forEach(({ id, name, contentType, blobHash, ref }, index) => {
    setEntry(draft, id, { ...fileDefaults, id, type: contentType, title: name, blobHash });
    addRef(draft, ref, id, `${path}.files.${index}`);
  });
  return files[0]?.id ?? '';
};

const renameFile: Apply = (draft, { input, path }) => {
  const file = requireEntry(draft, 'file', input.file ?? '', `${path}.file`);
  setEntry(draft, file.id, { ...file, title: input.name ?? file.title });
  return file.id;
};

const deleteFile: Apply = (draft, { input, path }) => {
  const { id } = requireEntry(draft, 'file', input.file ?? '', `${path}.file`);
  setEntry(draft, id, null);
  return id;
};

const setVariables: Apply = (draft, { input }) => {
  const variables = storedVariables(input.variables);
  const isEmpty = Object.keys(variables).length === 0;
  const entry: EntryState = { ...emptyEntry, id: variablesId, kind: 'variables', attributes: { variables } };
  setEntry(draft, variablesId, isEmpty ? null : entry);
  return variablesId;
};

const insertReusable: Apply = (draft, { input, path, text, newId: id }) => {
  const title = input.title?.trim() ?? '';
  setEntry(draft, id, { ...emptyEntry, id, kind: 'reusable-content', title, documentId: text?.id ?? null });
  if (text) draft.texts.set(id, text);
  addRef(draft, input.ref, id, path);
  return id;
};

const updateReusable: Apply = (draft, { input, path, text }) => {
  const present = requireEntry(draft, 'reusable-content', input.reusableContent ?? '', `${path}.reusableContent`);
  setEntry(draft, present.id, {
    ...present,
    title: input.title?.trim() ?? present.title,
    documentId: text === undefined ? present.documentId : (text?.id ?? null),
  });
  if (text) draft.texts.set(present.id, text);
  else if (text === null) draft.texts.delete(present.id);
  return present.id;
};

const deleteReusable: Apply = (draft, { input, path }) => {
  const { id } = requireEntry(draft, 'reusable-content', input.reusableContent ?? '', `${path}.reusableContent`);
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
