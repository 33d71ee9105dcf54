import type { Admission, ContentView } from '../../../access/actor.ts';
import { isId } from '../../../lib/ids.ts';
import { readInstant } from '../../../lib/instant.ts';
import type { Context } from '../../core/context.ts';
import { appUrl } from '../../core/urls.ts';
import { viewPath, type AddressedView } from './address.ts';
import { findPreviewedChangeRequest, listSpacesUntil, type PreviewedChangeRequest } from './queries.ts';
import type { VisibleStructure } from './visible-structure.ts';

/** What the visitor of a preview sees in the place of the published content of a site. */
export type VisitView = ChangeRequestView | PastView;

interface AnyView {
  readonly content: ContentView;
  /** Path of the view below that of a space, with a slash at its end. */
  readonly path: string;
  /** The parts of the site that it shows. */
  readonly visible: VisibleStructure;
}

/** The site with a change request of one of its spaces. */
export interface ChangeRequestView extends AnyView {
  readonly kind: 'change-request';
  readonly changeRequest: PreviewedChangeRequest;
  /** URL of the change request in the application. */
  readonly appUrl: string;
}

/** The site as it was: at the end of a day, or when a revision was made. */
export interface PastView extends AnyView {
  readonly kind: 'past';
  readonly until: string;
}

/** The change request whose content a space shows in a view. */
export const findShownRequest = ({
  view,
  siteSpace,
}: {
  readonly view: VisitView | null;
  readonly siteSpace: { readonly spaceId: string };
}): PreviewedChangeRequest | null =>
  view?.kind === 'change-request' && view.changeRequest.spaceId === siteSpace.spaceId ? view.changeRequest : null;

interface ViewRequest {
  readonly asked: AddressedView;
  readonly admission: Admission;
  readonly visible: VisibleStructure;
}

/**
 * Finds the view that an address asks for; null when the visitor has no preview that shows it. The preview of a change request
 * ends when the request is closed: a merged one is what the site itself shows.
 */
export async function findView(
  ctx: Context,
  { asked, admission, visible }: ViewRequest,
): Promise<VisitView | { readonly kind: 'merged' } | null> {
  if (admission.preview !== true) return null;
  const path = viewPath(asked);
  if (asked.name === 'changes') {
    const { changeRequestId } = admission;
    if (changeRequestId === undefined) return null;
    const changeRequest = await findPreviewedChangeRequest(ctx.sql, changeRequestId);
    if (changeRequest === null || !visible.spaces.includes(changeRequest.spaceId)) return null;
    if (asked.value !== String(changeRequest.number)) return null;
    if (changeRequest.status === 'merged') return { kind: 'merged' };
    if (changeRequest.status === 'archived') return null;
    return {
      kind: 'change-request',
      path,
      visible,
      changeRequest,
      appUrl: appUrl(ctx.urls, 'spaces', changeRequest.spaceId, 'change-requests', changeRequest.id),
      content: { kind: 'change-request', changeRequestId },
    };
  }
  const past = asked.name === 'at' ? dayOf(asked.value, ctx.now()) : await findMoment(ctx, asked.value, visible);
  if (past === null) return null;
  const known = await listSpacesUntil(ctx.sql, visible.spaces, past.until);
  return {
    kind: 'past',
    path,
    until: past.until,
    content: { kind: 'past', ...past },
    visible: selectSpaces(visible, known),
  };
}

type Moment = Pick<Extract<ContentView, { kind: 'past' }>, 'until' | 'revisionId'>;

/** The end of a day that has begun, `2026-01-31` in UTC. */
function dayOf(text: string, now: Date): Moment | null {
  const end = /^\d{4}-\d\d-\d\d$/.test(text) ? readInstant(`${text}T23:59:59.999Z`) : null;
  const today = now.toISOString().slice(0, 10);
  // A day that its month does not have is read as a later one.
  return end?.startsWith(text) && text <= today ? { until: end, revisionId: null } : null;
}

/** When a revision of the main content of a visible space was made. */
async function findMoment(ctx: Context, id: string, { spaces }: VisibleStructure): Promise<Moment | null> {
  const revision = isId('rev', id) ? await ctx.loaders.revision.load(id) : null;
  if (revision === null || revision.line !== revision.spaceId || !spaces.includes(revision.spaceId)) return null;
  return { until: revision.createdAt, revisionId: id };
}

/** The parts of a site that have one of some spaces. */
function selectSpaces({ sections, siteSpaces }: VisibleStructure, known: ReadonlySet<string>): VisibleStructure {
  const shown = siteSpaces.filter(({ spaceId }) => known.has(spaceId));
  const filled = new Set(shown.map(({ sectionId }) => sectionId));
  return { sections: sections.filter(({ id }) => filled.has(id)), siteSpaces: shown, spaces: [...known] };
}
