import type * as z from 'zod';
import { invalid, failure, namedWhenNotFound, referenceNotFound } from '../../../lib/errors.ts';
import type { Context } from '../../core/context.ts';
import { transact } from '../../core/transact.ts';
import { authorizeCopyTarget, commitCopies, type CopiedPages } from '../content/between/commit-copies.ts';
import { placeOnce, type PlacedPage } from '../content/between/place-once.ts';
import { loadSubtree, loadWholeTree } from '../content/between/subtree.ts';
import { getContent } from '../content/revisions.ts';
import { createSpace, type NewSpace } from '../spaces/create.ts';
import { shortTitle } from '../spaces/fields.ts';
import { loadSpace, readSpace, type Space } from '../spaces/spaces.ts';
import type { ApplyTemplateInput } from './inputs.ts';
import { getTemplate, type Template } from './templates.ts';

type TemplateUse = z.output<typeof ApplyTemplateInput> & { readonly spaceId: string };

/**
 * Copies what a template offers to a space of its organization, also into a change request, and returns the first of the new pages. Requires the right
 * to read the space of the template and to edit where the pages go. Throws not_found, forbidden, space_locked, invalid_state,
 * validation_failed, reference_not_found.
 */
export async function applyTemplate(outer: Context, use: TemplateUse): Promise<PlacedPage> {
  const { spaceId, changeRequest: changeRequestId, into, at, title } = use;
  const newIds = new Map<string, string>();
  return placeOnce(outer, (inner) =>
    commitCopies(
      inner,
      { spaceId, changeRequestId, destination: { into, at }, title },
      {
        newIds,
        load: async (ctx) => {
          const template = await findTemplate(ctx, use.id, 'input.id');
          await authorizeCopyTarget(ctx, { spaceId, organizationId: template.organizationId });
          if (title !== undefined && template.pageId === null)
            throw invalid(
              'input.title',
              'The template offers a space, whose pages have titles of their own',
              'template',
            );
          return loadOffered(ctx, template);
        },
      },
    ),
  );
}

/**
 * Creates a space as `createSpace`, with a copy of what a template offers. What is not given is that of the template: the title, the
 * language, and for a whole space the emoji. Requires the right to read the space of the template as well. Throws reference_not_found.
 */
export async function createSpaceFromTemplate(
  outer: Context,
  { template: id, ...input }: NewSpace & { readonly template: string },
): Promise<Space> {
  return transact(
    outer,
    async (ctx) => {
      const template = await findTemplate(ctx, id, 'input.template.id');
      if (template.organizationId !== input.organizationId)
        throw referenceNotFound('input.template.id', 'template', id);
      const source = await loadSpace(ctx, template.spaceId);
      const { language = source.language, title = shortTitle(template.title) } = input;
      if (template.pageId === null)
        return createSpace(ctx, {
          ...(source.emoji && { emoji: source.emoji }),
          ...input,
          title,
          language,
          copyOf: source.id,
        });
      const space = await createSpace(ctx, { ...input, title, language });
      await commitCopies(
        ctx,
        { spaceId: space.id, destination: {} },
        { newIds: new Map(), load: (inner) => loadOffered(inner, template) },
      );
      return readSpace(ctx, space.id);
    },
    { isLong: true },
  );
}

async function findTemplate(ctx: Context, id: string, field: string): Promise<Template> {
  try {
    return await getTemplate(ctx, id);
  } catch (error) {
    throw namedWhenNotFound(error, referenceNotFound(field, 'template', id));
  }
}

async function loadOffered(ctx: Context, { spaceId, pageId }: Template): Promise<CopiedPages> {
  const from = await getContent(ctx, spaceId);
  const subtree = pageId === null ? await loadWholeTree(ctx, from) : await loadSubtree(ctx, from, pageId);
  if (subtree.roots.length === 0) throw failure('invalid_state', 'The space of the template has no pages');
  return { from, subtree };
}
