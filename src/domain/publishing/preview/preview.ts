import { failure, invalid, notFound, referenceNotFound } from '../../../lib/errors.ts';
import type { Page as ListPage, PageRequest } from '../../../lib/page.ts';
import { allowed } from '../../../access/policy.ts';
import { findChangeRequest, type ChangeRequest } from '../../authoring/change-requests/change-requests.ts';
import { isClosed } from '../../authoring/change-requests/fields.ts';
import { changeRequestPolicy } from '../../authoring/change-requests/policy.ts';
import { viewPath } from '../addresses/address.ts';
import { sitePath } from '../redirects/published.ts';
import { loadHiddenParts } from '../../authoring/content/audience.ts';
import { findHiddenBlocks, type HiddenTextBlock } from '../../authoring/content/hidden-blocks.ts';
import { loadTree } from '../../authoring/content/pages.ts';
import type { Page } from '../../authoring/content/page.ts';
import { getContent, type Revision } from '../../authoring/content/revisions.ts';
import type { Context } from '../../core/context.ts';
import { loadStructureRows } from '../structure/change.ts';
import { window } from '../../core/window.ts';
import { sitePolicy } from '../sites/policy.ts';
import { authorizedSite, type ReadSite, type SiteReference } from '../sites/sites.ts';
import { loadStructure, type SiteSpace, type Structure } from '../structure/structure.ts';
import { siteRoot } from '../sites/urls.ts';
import { readAdaptiveSchema } from '../../people/visitors/claims-schema.ts';
import { isRecord } from '../../../lib/is-record.ts';
import { claimsOf, unsignedName, type Claims } from '../../people/visitors/claims.ts';
import { tokenParameter } from '../../people/visitors/fields.ts';
import { createConditions, type Conditions } from '../../people/visitors/conditions.ts';
import { shadowsIn, type Shadow } from './shadows.ts';
import { droppedClaims, type DroppedClaim } from '../../people/visitors/dropped-claims.ts';
import { signPreviewToken } from '../../people/visitors/preview-token.ts';

/** Kinds of items in a preview. */
export const previewedKinds = {
  'site-section': 'A section of the site.',
  'site-space': 'A site space.',
  page: 'A page of the site space.',
} as const;
type PreviewedKind = keyof typeof previewedKinds;

/** The unmet condition that hides an item, and the part of the site that has this condition. */
export interface HiddenBy {
  readonly kind: PreviewedKind;
  readonly subjectId: string;
  readonly condition: string;
}

/** A part of the site, and whether the visitor sees it. */
export interface PreviewedItem {
  readonly kind: PreviewedKind;
  readonly subjectId: string;
  readonly title: string;
  /** Path relative to its parent: the site for sections, the space for pages. */
  readonly path: string | null;
  /** Null when the visitor sees it. */
  readonly hiddenBy: HiddenBy | null;
  /** The part whose path the URL of a page names instead, for this visitor; null for other items. */
  readonly shadowedBy: Shadow | null;
}

/** The site as a visitor with given claims sees it. */
export interface SitePreview {
  /** The effective claims: those in the adaptive schema of the site. */
  readonly claims: Claims;
  /** The given claims that do not count. */
  readonly droppedClaims: readonly DroppedClaim[];
  /** Id of the site space whose pages are listed. */
  readonly siteSpaceId: string;
  /** Sections in navigation order, each followed by its site spaces. */
  readonly structure: readonly PreviewedItem[];
  /** Pages of the site space, parents before children. */
  readonly pages: readonly PreviewedItem[];
  /** Id of the space of that site space. */
  readonly spaceId: string;
  /** The condition that hides the site space. */
  readonly hiddenBy: HiddenBy | null;
  /**
   * URL that opens the site as this visitor, valid for an hour; null for callers who may not edit the site or not read
   * all of it.
   */
  readonly url: string | null;
}

interface PreviewRequest extends SiteReference {
  /** An object, or JSON text of one. */
  readonly claims?: unknown;
  /** The default site space when omitted, or the first with the space of the change request. */
  readonly siteSpaceId?: string | null | undefined;
  /** A change request of a space of the site, which the URL also shows. */
  readonly changeRequestId?: string | null | undefined;
}

/**
 * Previews the site for a visitor with given claims: the visible parts, and for each hidden part the condition that
 * hides it. For members of the site, as far as they may read its spaces. Its URL may show a change request that the caller may
 * read. Throws not_found, also for a site without spaces; reference_not_found, invalid_state; validation_failed.
 */
export async function previewSite(
  ctx: Context,
  { claims: given, siteSpaceId, changeRequestId, ...reference }: PreviewRequest,
): Promise<SitePreview> {
  const site = await authorizedSite(ctx, reference, 'readStructure');
  const { claims, dropped } = await knownClaims(ctx, site, given);
  const structure = await loadStructure(ctx, site);
  const changeRequest = changeRequestId ? await getShownRequest(ctx, structure, changeRequestId) : null;
  const own = changeRequest && structure.siteSpaces.find(({ spaceId }) => spaceId === changeRequest.spaceId);
  const siteSpace = siteSpaceId
    ? structure.siteSpaces.find(({ id }) => id === siteSpaceId)
    : (own ?? defaultSiteSpace(structure));
  if (!siteSpace) throw notFound('site space', siteSpaceId ?? 'of the site');
  const conditions = createConditions(claims);
  const items = listItems(structure, conditions);
  const hiddenBy = items.find(({ subjectId }) => subjectId === siteSpace.id)?.hiddenBy ?? null;
  return {
    claims,
    droppedClaims: dropped,
    siteSpaceId: siteSpace.id,
    spaceId: siteSpace.spaceId,
    hiddenBy,
    structure: items,
    pages: await loadPages(ctx, siteSpace, {
      conditions,
      hiddenBy,
      shadow: shadowsIn(structure, visibleIds(items), siteSpace),
    }),
    url: await loadUrl(ctx, structure, { siteSpace, claims, changeRequest }),
  };
}

/** Gets the change request of a preview. Throws reference_not_found unless the site shows its space, and it is not closed. */
async function getShownRequest(ctx: Context, { siteSpaces }: Structure, id: string): Promise<ChangeRequest> {
  const changeRequest = await findChangeRequest(ctx, id);
  const isShown = siteSpaces.some(({ spaceId }) => spaceId === changeRequest?.spaceId);
  if (changeRequest === null || !isShown || !allowed(changeRequestPolicy, 'readContent', ctx.actor, changeRequest))
    throw referenceNotFound('changeRequestId', 'change request', id);
  if (isClosed(changeRequest.status))
    throw failure('invalid_state', `The change request is ${changeRequest.status} and has no preview`);
  return changeRequest;
}

/** Separates the claims in the adaptive schema of the site from the others. */
async function knownClaims(ctx: Context, { id }: ReadSite, input: unknown) {
  const claims = typeof input === 'string' ? parsed(input) : (input ?? {});
  if (!isRecord(claims)) throw invalid('claims', 'claims: must be an object, or its JSON', 'type');
  const row = await ctx.loaders.siteAdaptiveSchema.load(id);
  const schema = row && readAdaptiveSchema(row.jsonSchema, 'jsonSchema');
  const schemaClaims = claimsOf(schema, { signed: claims, unsigned: claims[unsignedName] });
  return { claims: schemaClaims, dropped: droppedClaims(schema, claims) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function defaultSiteSpace({ sections, siteSpaces }: Structure): SiteSpace | undefined {
  const section = sections.find(({ isDefault }) => isDefault);
  const candidates = siteSpaces.filter(({ sectionId }) => sectionId === (section?.id ?? null));
  return candidates.find(({ isDefault }) => isDefault) ?? candidates[0] ?? siteSpaces[0];
}

interface ConditionedPart {
  readonly kind: 'site-section' | 'site-space';
  readonly id: string;
  readonly condition: string | null;
}

/** The condition of a section or site space that hides it. */
const hiddenByOwn = ({ kind, id, condition }: ConditionedPart, { holds }: Conditions): HiddenBy | null =>
  condition === null || holds(condition) ? null : { kind, subjectId: id, condition };

function listItems({ sections, siteSpaces }: Structure, conditions: Conditions): PreviewedItem[] {
  const previewed = (siteSpace: SiteSpace, above: HiddenBy | null): PreviewedItem => ({
    kind: 'site-space',
    subjectId: siteSpace.id,
    title: siteSpace.space.title,
    path: siteSpace.path,
    hiddenBy: above ?? hiddenByOwn(siteSpace, conditions),
    shadowedBy: null,
  });
  const root = siteSpaces.filter(({ sectionId }) => sectionId === null).map((one) => previewed(one, null));
  const rest = sections.flatMap((section): PreviewedItem[] => {
    const { id, title, path } = section;
    const own = hiddenByOwn(section, conditions);
    const inside = section.siteSpaces.map((siteSpace) => previewed(siteSpace, own));
    // A section whose site spaces are all hidden is hidden for the reason of the first.
    const emptied = inside.every(({ hiddenBy }) => hiddenBy !== null) ? (inside[0]?.hiddenBy ?? null) : null;
    const hiddenBy = own ?? emptied;
    return [{ kind: 'site-section', subjectId: id, title, path, hiddenBy, shadowedBy: null }, ...inside];
  });
  return [...root, ...rest];
}

const visibleIds = (items: readonly PreviewedItem[]): ReadonlySet<string> =>
  new Set(items.flatMap(({ subjectId, hiddenBy }) => (hiddenBy === null ? [subjectId] : [])));

interface SiteSpaceVisibility {
  readonly conditions: Conditions;
  /** The condition that hides the site space with all its pages. */
  readonly hiddenBy: HiddenBy | null;
  readonly shadow: (path: string) => Shadow | null;
}

async function loadPages(
  ctx: Context,
  { spaceId }: SiteSpace,
  visibility: SiteSpaceVisibility,
): Promise<PreviewedItem[]> {
  return previewPages(ctx, await getContent(ctx, spaceId), visibility);
}

/** Lists the pages of a whole revision that conditions hide, in reading order. */
export async function listHiddenPages(ctx: Context, revision: Revision, conditions: Conditions) {
  const pages = await previewPages(ctx, revision, { conditions, hiddenBy: null, shadow: () => null });
  return pages.flatMap(({ hiddenBy, ...page }) => (hiddenBy === null ? [] : [{ ...page, hiddenBy }]));
}

async function previewPages(
  ctx: Context,
  revision: Revision,
  visibility: SiteSpaceVisibility,
): Promise<PreviewedItem[]> {
  const [tree, hidden] = await Promise.all([
    loadTree(ctx, revision),
    loadHiddenParts(ctx, revision, visibility.conditions),
  ]);
  const pages = flat(tree);
  const conditions = new Map(pages.map(({ id, condition }) => [id, condition]));
  return pages.map(({ id, title, path }) => {
    const cause = hidden?.pages.get(id);
    const own: HiddenBy | null =
      cause === undefined ? null : { kind: 'page', subjectId: cause, condition: conditions.get(cause) ?? '' };
    const hiddenBy = visibility.hiddenBy ?? own;
    const shadowedBy = path === null || hiddenBy !== null ? null : visibility.shadow(path);
    return { kind: 'page', subjectId: id, title, path, hiddenBy, shadowedBy };
  });
}

const flat = (pages: readonly Page[]): Page[] => pages.flatMap((page) => [page, ...flat(page.pages ?? [])]);

interface PreviewTarget {
  readonly siteSpace: SiteSpace;
  readonly claims: Claims;
  readonly changeRequest: ChangeRequest | null;
}

/**
 * Finds the URL that opens a site as a visitor without claims: at a site space, else at the default one. Null for callers who may not edit the
 * site or not read all of it. Throws not_found.
 */
export async function findPreviewUrl(
  ctx: Context,
  { siteSpaceId, ...reference }: SiteReference & { readonly siteSpaceId?: string | null | undefined },
): Promise<string | null> {
  const site = await authorizedSite(ctx, reference, 'readStructure');
  const structure = await loadStructure(ctx, site);
  const siteSpace = siteSpaceId
    ? structure.siteSpaces.find(({ id }) => id === siteSpaceId)
    : defaultSiteSpace(structure);
  if (!siteSpace) throw notFound('site space', siteSpaceId ?? 'of the site');
  return loadUrl(ctx, structure, { siteSpace, claims: {}, changeRequest: null });
}

/** The token gives access to all spaces of the site, so the caller must be able to read all of them. */
async function loadUrl(
  ctx: Context,
  structure: Structure,
  { siteSpace, claims, changeRequest }: PreviewTarget,
): Promise<string | null> {
  const { site } = structure;
  const { siteSpaces } = await loadStructureRows(ctx, site.id);
  const readsAll = siteSpaces.length === structure.siteSpaces.length;
  if (!readsAll || !allowed(sitePolicy, 'edit', ctx.actor, site)) return null;
  const url = new URL(siteRoot(ctx, site));
  for (const segment of sitePath(structure, siteSpace.sectionId, siteSpace))
    url.pathname += `${encodeURIComponent(segment)}/`;
  if (changeRequest) url.pathname += viewPath({ name: 'changes', value: String(changeRequest.number) });
  url.searchParams.set(
    tokenParameter,
    await signPreviewToken(ctx.siteTokenKey, {
      siteId: site.id,
      claims,
      changeRequestId: changeRequest?.id,
      now: ctx.now(),
    }),
  );
  return url.href;
}

/** A conditional block that is hidden from the visitor. */
export type PreviewedBlock = HiddenTextBlock & { readonly id: string };

/**
 * Lists the conditional blocks in the site space that are hidden from the visitor of a preview, in the order of pages,
 * reusable contents last. Texts that are hidden as a whole are listed as pages of the preview instead.
 */
export async function listHiddenBlocks(
  ctx: Context,
  { claims, siteSpaceId, spaceId, hiddenBy, pages }: SitePreview,
  page: PageRequest,
): Promise<ListPage<PreviewedBlock>> {
  const revision = hiddenBy === null ? await getContent(ctx, spaceId) : null;
  const found = revision === null ? [] : await findHiddenBlocks(ctx, revision, createConditions(claims));
  const placeOf = new Map(pages.map(({ subjectId }, index) => [subjectId, index]));
  const blocks = found
    .map((block) => ({ ...block, id: `${block.subjectId} ${block.startsAt}` }))
    .toSorted((one, other) => (placeOf.get(one.subjectId) ?? Infinity) - (placeOf.get(other.subjectId) ?? Infinity));
  return window(ctx, { name: 'site-preview-blocks', filters: [siteSpaceId, claims] }, blocks, page);
}
