import { updateContent } from '../../authoring/content/edits/update-content.ts';
import type { Context } from '../../core/context.ts';
import { updateAdaptiveSchema } from '../../publishing/adaptive-schema/adaptive-schema.ts';
import { previewSite } from '../../publishing/preview/preview.ts';
import { createSite } from '../../publishing/sites/create.ts';
import { publishSite } from '../../publishing/sites/publish.ts';
import { getSite } from '../../publishing/sites/sites.ts';
import { updateSite } from '../../publishing/sites/update.ts';
import { publishedSiteUrl } from '../../publishing/sites/urls.ts';
import { addSection } from '../../publishing/structure/sections.ts';
import { addSiteSpace } from '../../publishing/structure/site-spaces.ts';
import { editWith } from './proposal.ts';

/** The claims of a visitor who sees the page for partners. */
const partner = { partner: true };

const jsonSchema = {
  type: 'object',
  properties: { partner: { type: 'boolean', description: 'Whether the visitor works for a partner.' } },
  additionalProperties: false,
};

interface DemoSpaces {
  readonly organizationId: string;
  readonly manual: string;
  /** The translation of the manual, a variant of its section. */
  readonly translation: string;
  readonly decisions: string;
}

/** Publishes a site with two sections, one of which has a variant, and with a page for visitors with a claim. */
export async function publishDemo(
  ctx: Context,
  { organizationId, manual, translation, decisions }: DemoSpaces,
): Promise<void> {
  const { id } = await createSite(ctx, {
    organizationId,
    type: 'basic',
    title: 'Octavo',
    visibility: 'public',
    spaces: [manual],
  });
  const site = { organizationId, id };
  const at = { organizationId, siteId: id };
  await addSection(ctx, { ...at, spaceId: decisions });
  await addSiteSpace(ctx, { ...at, spaceId: translation });
  await updateAdaptiveSchema(ctx, { ...site, jsonSchema });
  await updateSite(ctx, { ...site, adaptiveContent: { enabled: true } });
  const document = {
    markdown: 'Only visitors with the claim `partner` see this page, and those who preview the site with it.',
  };
  await updateContent(ctx, {
    spaceId: manual,
    operations: editWith([
      { operation: 'insert_page', title: 'For partners', condition: 'visitor.claims.partner', document },
    ]),
  });
  await publishSite(ctx, site);
}

/** Addresses that open the site of the demo. */
export interface DemoAddresses {
  /** As anybody reads it. */
  readonly reader: string;
  /** As a visitor with claims, for an hour. Null for callers who may not preview it. */
  readonly visitor: string | null;
  /** As the preview of an open change request, for an hour. Null without one. */
  readonly changeRequest: string | null;
}

/** Returns the addresses of the first site of an organization; null without a published one. */
export async function findAddresses(ctx: Context, organizationId: string): Promise<DemoAddresses | null> {
  const first = await ctx.db.site.findFirst({
    where: { organizationId },
    orderBy: { createdAt: 'asc' },
    select: { id: true },
  });
  if (first === null) return null;
  const reader = publishedSiteUrl(ctx, await getSite(ctx, first));
  if (reader === null) return null;
  const { url: visitor } = await previewSite(ctx, { ...first, claims: partner });
  const open = await ctx.db.changeRequest.findFirst({
    where: { status: 'open', space: { siteSpaces: { some: { siteId: first.id } } } },
    orderBy: { createdAt: 'asc' },
    select: { id: true },
  });
  const preview = open && (await previewSite(ctx, { ...first, changeRequestId: open.id }));
  return { reader, visitor, changeRequest: preview?.url ?? null };
}
