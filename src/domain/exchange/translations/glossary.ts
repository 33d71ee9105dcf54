import type * as z from 'zod';
import { paginate } from '../../../db/keyset.ts';
import { failure, invalid, notFound, referenceNotFound } from '../../../lib/errors.ts';
import type { Page, PageRequest } from '../../../lib/page.ts';
import type { GlossaryEntryRow } from '../../../loaders/translations.ts';
import type { Context } from '../../core/context.ts';
import { lockTree } from '../../core/locks.ts';
import { transact } from '../../core/transact.ts';
import { maxGlossaryEntries, type Terms } from './fields.ts';
import { countGlossary, glossaryList, listGlossaryTerms, updateGlossaryTerms } from './queries/settings.ts';
import { authorizedIn } from './translations.ts';
import type { GlossaryTerm } from '../../../text/xliff/write-xliff.ts';
import type { UpdateGlossaryInput } from './inputs.ts';

export type GlossaryEntry = GlossaryEntryRow;

/** Lists the glossary of an organization, newest first. Throws not_found, forbidden. */
export async function listGlossary(
  ctx: Context,
  organizationId: string,
  page: PageRequest,
): Promise<Page<GlossaryEntry>> {
  await authorizedIn(ctx, organizationId, 'read');
  return paginate<GlossaryEntry>(ctx, glossaryList(organizationId), page);
}

/** Gets an entry of a glossary. Throws not_found, forbidden. */
export async function getGlossaryEntry(ctx: Context, organizationId: string, id: string): Promise<GlossaryEntry> {
  await authorizedIn(ctx, organizationId, 'read');
  const entry = await ctx.loaders.glossaryEntry.load(id);
  if (entry?.organizationId !== organizationId) throw notFound('glossary entry', id);
  return entry;
}

/** Gets an entry of a glossary of any organization of the caller by id. Throws not_found, forbidden. */
export async function getGlossaryEntryById(ctx: Context, id: string): Promise<GlossaryEntry> {
  const entry = await ctx.loaders.glossaryEntry.load(id);
  const organization = entry && (await ctx.loaders.organization.load(entry.organizationId));
  if (!entry || !organization || organization.membership === null) throw notFound('glossary entry', id);
  return getGlossaryEntry(ctx, entry.organizationId, id);
}

export type GlossaryOperation = z.output<typeof UpdateGlossaryInput>['operations'][number];

/**
 * Applies operations in order, all or nothing; returns the added and updated entries. Requires the role `create`.
 * Throws not_found, forbidden, validation_failed, reference_not_found, invalid_state.
 */
export function updateGlossary(
  outer: Context,
  organizationId: string,
  operations: readonly GlossaryOperation[],
): Promise<GlossaryEntry[]> {
  operations.forEach(checkMembers);
  return transact(outer, async (ctx) => {
    await authorizedIn(ctx, organizationId, 'edit');
    await lockTree(ctx, organizationId);
    await authorizedIn(ctx, organizationId, 'edit');
    const named = operations.flatMap(({ id }) => id ?? []);
    const known = new Set(
      (await ctx.loaders.glossaryEntry.loadMany(named)).flatMap((entry) =>
        entry && 'id' in entry && entry.organizationId === organizationId ? entry.id : [],
      ),
    );
    const final = new Map<string, Terms | null>();
    operations.forEach(({ type, id, translations }, at) => {
      if (type !== 'insert' && (!known.has(id ?? '') || final.get(id ?? '') === null))
        throw referenceNotFound(`input.operations.${at}.id`, 'glossary entry', id ?? '');
      final.set(type === 'insert' ? ctx.newId('gls') : (id ?? ''), type === 'delete' ? null : (translations ?? {}));
    });
    await write(ctx, organizationId, { final, known });
    ctx.emit('glossary.updated', { organizationId, id: organizationId }, { operations: operations.length });
    return (await ctx.loaders.glossaryEntry.loadMany([...final.keys()])).flatMap((entry) =>
      entry && 'id' in entry ? entry : [],
    );
  });
}

function checkMembers({ type, id, translations }: GlossaryOperation, at: number): void {
  const path = `input.operations.${at}`;
  const [hasId, hasTerms] = [typeof id === 'string', translations !== null && translations !== undefined];
  if (hasId !== (type !== 'insert')) throw invalid(`${path}.id`, `${type} takes ${hasId ? 'no' : 'an'} id`, 'required');
  if (hasTerms !== (type !== 'delete'))
    throw invalid(`${path}.translations`, `${type} takes ${hasTerms ? 'no ' : ''}translations`, 'required');
}

async function write(
  ctx: Context,
  organizationId: string,
  { final, known }: { readonly final: ReadonlyMap<string, Terms | null>; readonly known: ReadonlySet<string> },
): Promise<void> {
  const now = ctx.now();
  const entries = [...final];
  const removed = entries.flatMap(([id, terms]) => (terms === null ? id : []));
  const added = entries.flatMap(([id, terms]) =>
    terms === null || known.has(id) ? [] : { id, organizationId, translations: terms, createdAt: now, updatedAt: now },
  );
  const count = (await countGlossary(ctx.sql, organizationId)) + added.length - removed.length;
  if (count > maxGlossaryEntries)
    throw failure('invalid_state', `A glossary has at most ${maxGlossaryEntries} entries`);
  await ctx.db.glossaryEntry.deleteMany({ where: { id: { in: removed } } });
  await ctx.db.glossaryEntry.createMany({ data: added });
  const updated = entries.filter(([id, terms]) => terms !== null && known.has(id));
  await updateGlossaryTerms(ctx.sql, updated, now);
}

/** Lists the terms that are translated between two languages. */
export function listTermsBetween(
  ctx: Context,
  organizationId: string,
  languages: { readonly from: string; readonly to: string },
): Promise<GlossaryTerm[]> {
  return listGlossaryTerms(ctx.sql, organizationId, languages);
}
