import { raw } from '../../db/sql.ts';
import type { Context } from '../context.ts';
import type { DocumentText } from './changes.ts';
import { insertRows } from './insert-rows.ts';

/**
 * Stores texts, each once: in the transaction that refers to them, or before it. What nothing refers to is kept for a
 * day (`sweepContent`).
 */
export async function storeTexts(
  ctx: Pick<Context, 'sql' | 'now' | 'inTransaction'>,
  documents: readonly DocumentText[],
): Promise<void> {
  const createdAt = ctx.now().toISOString();
  const rows = new Map(documents.map(({ id, markdown }) => [id, { id, markdown, createdAt }]));
  // In order also from one statement to the next: no two transactions wait for each other.
  await insertRows(
    ctx,
    'documents',
    [...rows.values()].toSorted((one, other) => (one.id < other.id ? -1 : 1)),
    ctx.inTransaction ? held : touched,
  );
}

/** A text that is there already is touched, so that no sweep takes it for forgotten. */
const touched = { onConflict: raw('on conflict (id) do update set "createdAt" = excluded."createdAt"') };

/**
 * In a transaction it is held instead, as a reference to it does: others may hold it too. To touch it would make
 * everybody wait who writes the same text, in whatever organization.
 */
const held = {
  where: raw('where not exists (select from documents kept where kept.id = given.id for key share)'),
  onConflict: raw('on conflict (id) do nothing'),
};
