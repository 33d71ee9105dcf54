import { sql } from '../../db/sql.ts';
import { conflict } from '../../lib/errors.ts';
import { linkRowColumns } from '../../loaders/content-links.ts';
import { authorizePresentPlace } from '../collections/destination.ts';
import type { Context } from '../context.ts';
import { lastPosition, lockTree } from '../position.ts';
import { copyIndex } from '../search/copy-index.ts';
import { transact } from '../transact.ts';
import { authorizedSpace, readSpace, type Space } from './spaces.ts';

const maxTitle = 50;

/**
 * Copies a space beside itself: its content as a first revision, its access, no comments or change
 * requests. The caller becomes an admin of the copy. Needs read on the space and create on its parent.
 * Throws not_found, forbidden. Decisions 1.1.
 */
export async function duplicateSpace(outer: Context, sourceId: string): Promise<Space> {
  return transact(outer, async (ctx) => {
    const source = await lockedSource(ctx, sourceId);
    const { organizationId, parentId } = source;
    const id = ctx.newId('spc');
    const revisionId = ctx.newId('rev');
    const now = ctx.now();
    await ctx.db.space.create({
      data: {
        id,
        organizationId,
        parentId,
        title: titleOfCopy(source.title),
        emoji: source.emoji,
        icon: source.icon,
        visibility: source.visibility === 'in-collection' ? 'in-collection' : 'private',
        editMode: source.editMode,
        defaultLevel: source.defaultLevel,
        position: await lastPosition(ctx, { organizationId, parentId }),
        revisionId,
        createdAt: now,
        updatedAt: now,
        revisions: {
          create: {
            id: revisionId,
            line: id,
            seq: 1,
            parents: [],
            type: 'edits',
            createdById: ctx.actor.userId,
            createdAt: now,
          },
        },
      },
    });
    await copyContent(ctx, sourceId, id);
    await copyGrants(ctx, source, id);
    return readSpace(ctx, id);
  });
}

/** The space that the caller may read and copy, its tree locked; the caller's right is looked up again behind the lock. */
async function lockedSource(ctx: Context, id: string): Promise<Space> {
  const { organizationId } = await copiable(ctx, id);
  await lockTree(ctx, organizationId);
  ctx.loaders.clear();
  const source = await copiable(ctx, id);
  if (source.organizationId !== organizationId) throw conflict('The space went to another organization meanwhile');
  return source;
}

async function copiable(ctx: Context, id: string): Promise<Space> {
  const source = await authorizedSpace(ctx, id, 'read');
  await authorizePresentPlace(ctx, source, 'space');
  return source;
}

/**
 * Entries keep their ids, so links between the pages stay true in the copy. One statement sees one state of the space,
 * whoever edits it meanwhile, and nobody waits.
 */
async function copyContent(ctx: Context, from: string, to: string): Promise<void> {
  await ctx.sql.rows(sql`
    with entries as (
      insert into content_entries (line, "entryId", "fromSeq", "spaceId", kind, "parentId", position, type, title, slug,
        "documentId", "blobHash", attributes, "createdAt", "updatedAt")
      select ${to}, "entryId", 1, ${to}, kind, "parentId", position, type, title, slug,
        "documentId", "blobHash", attributes, "createdAt", "updatedAt"
      from content_entries where line = ${from} and "toSeq" is null and not deleted
    ), links as (
      insert into content_links (line, "fromSeq", ${linkRowColumns('')})
      select ${to}, 1, ${linkRowColumns('l.')}
      from content_entries e join content_links l using (line, "entryId", "fromSeq")
      where e.line = ${from} and e."toSeq" is null and not e.deleted
    ), ${copyIndex(from, to)}`);
}

/** Whoever was kept out of the space is kept out of its copy. */
async function copyGrants(ctx: Context, { id: from, organizationId }: Space, to: string): Promise<void> {
  const caller = ctx.actor.userId;
  const others = await ctx.db.grant.findMany({
    where: { spaceId: from, OR: [{ userId: null }, { userId: { not: caller } }] },
    select: { userId: true, teamId: true, role: true },
  });
  const grants = [...others, { userId: caller, teamId: null, role: 'admin' }];
  const createdAt = ctx.now();
  await ctx.db.grant.createMany({
    data: grants.map((grant) => ({ ...grant, id: ctx.newId('grant'), organizationId, spaceId: to, createdAt })),
  });
}

/** Cut to 50 characters, as limits count them. */
const titleOfCopy = (title: string) => Array.from(`Copy of ${title}`).slice(0, maxTitle).join('');
