import type * as z from 'zod';
import { requireScope } from '../../../access/policy.ts';
import { paginate } from '../../../db/keyset.ts';
import { failure, namedWhenNotFound, notFound, referenceNotFound } from '../../../lib/errors.ts';
import { unpairId } from '../../../lib/ids.ts';
import type { Page, PageRequest } from '../../../lib/page.ts';
import type { TemplateRow } from '../../../loaders/templates.ts';
import type { Context } from '../../core/context.ts';
import { lockTree } from '../../core/locks.ts';
import { transact } from '../../core/transact.ts';
import { getOrganization } from '../../people/organizations/organizations.ts';
import { findPage } from '../content/pages.ts';
import { getContent } from '../content/revisions.ts';
import type { SpaceAction } from '../spaces/policy.ts';
import { authorizedSpace } from '../spaces/spaces.ts';
import { maxTemplates } from './fields.ts';
import type { CreateTemplateInput } from './inputs.ts';
import { templatesList } from './queries.ts';

/** A space or a page that is offered where spaces and pages are made. */
export type Template = TemplateRow;

/**
 * Lists the templates of an organization that the caller may read, newest first. One whose page is deleted is left out. Throws
 * not_found when the caller is not a member.
 */
export async function listTemplates(ctx: Context, organizationId: string, page: PageRequest): Promise<Page<Template>> {
  requireScope(ctx.actor, 'space:content:read');
  const templates = await paginate<Template>(ctx, templatesList(ctx.actor, organizationId), page);
  // Only members see spaces, so membership must be checked only for an empty page.
  if (templates.items.length === 0) await getOrganization(ctx, organizationId);
  return templates;
}

/** Gets a template of a space that the caller may read; only one of this organization, when it is given. Throws not_found, insufficient_scope. */
export async function getTemplate(ctx: Context, id: string, organizationId?: string): Promise<Template> {
  const template = await authorizedTemplate(ctx, id, 'readContent');
  if (organizationId !== undefined && template.organizationId !== organizationId) throw notFound('template', id);
  return template;
}

async function authorizedTemplate(ctx: Context, id: string, action: SpaceAction): Promise<Template> {
  const template = await ctx.loaders.template.load(id);
  if (template === null) throw notFound('template', id);
  try {
    await authorizedSpace(ctx, template.spaceId, action);
    return template;
  } catch (error) {
    throw namedWhenNotFound(error, notFound('template', id));
  }
}

type NewTemplate = z.output<typeof CreateTemplateInput> & { readonly organizationId: string };

/**
 * Offers a space or a page as a template. Requires the right to edit the space. Throws reference_not_found, forbidden, already_exists, and
 * invalid_state beyond the limit.
 */
export async function createTemplate(outer: Context, { organizationId, ...input }: NewTemplate): Promise<Template> {
  await getOrganization(outer, organizationId);
  return transact(outer, async (ctx) => {
    await lockTree(ctx, organizationId);
    const space = await authorizedSpace(ctx, input.space, 'editContent', 'input.space');
    if (space.organizationId !== organizationId) throw referenceNotFound('input.space', 'space', input.space);
    const pageId = await findOffered(ctx, input);
    const row = { spaceId: space.id, pageId: pageId ?? '' };
    if ((await ctx.db.template.count({ where: row })) > 0)
      throw failure('already_exists', 'This is a template already');
    if ((await ctx.db.template.count({ where: { organizationId } })) >= maxTemplates)
      throw failure('invalid_state', `An organization has at most ${maxTemplates} templates`);
    const id = ctx.newId('tpl');
    const { title = null, description = null } = input;
    await ctx.db.template.create({
      data: { id, organizationId, ...row, title, description, createdAt: ctx.now() },
      select: { id: true },
    });
    const template = await getTemplate(ctx, id);
    ctx.emit('template.created', asSubject(template), { page: pageId });
    return template;
  });
}

/** The id of the page that is to be offered; null for the whole space. Throws reference_not_found. */
async function findOffered(
  ctx: Context,
  { space, page }: z.output<typeof CreateTemplateInput>,
): Promise<string | null> {
  if (page === undefined) return null;
  const head = await getContent(ctx, space);
  const found = await findPage(ctx, head, unpairId(page, [space, head.id]));
  if (found === null) throw referenceNotFound('input.page', 'page', page);
  return found.id;
}

interface TemplateReference {
  readonly organizationId: string;
  readonly templateId: string;
}

/** Ends the offer of a template; what was made from it stays. Requires the right to edit its space. Throws not_found, forbidden. */
export async function deleteTemplate(
  outer: Context,
  { organizationId, templateId }: TemplateReference,
): Promise<Template> {
  return transact(outer, async (ctx) => {
    const template = await authorizedTemplate(ctx, templateId, 'editContent');
    if (template.organizationId !== organizationId) throw notFound('template', templateId);
    await ctx.db.template.delete({ where: { id: templateId }, select: { id: true } });
    ctx.emit('template.deleted', asSubject(template), { page: template.pageId });
    return template;
  });
}

const asSubject = ({ id, organizationId, spaceId, title }: Template) => ({ id, organizationId, spaceId, label: title });
