import { isDeepStrictEqual } from 'node:util';
import { notFound } from '../../../lib/errors.ts';
import { joinIds, splitIds, typeOfId } from '../../../lib/ids.ts';
import { requireScope } from '../../../access/policy.ts';
import type { Context } from '../../core/context.ts';
import { contentOfChangeRequest, getContent, getRevision, type Revision } from './revisions.ts';

const livePrefix = 'live_';
/** What a state leaves out, as the last part of its id. */
const options: Readonly<Record<string, Pick<Revision, 'skipsComputed' | 'skipsMetadata'>>> = {
  uncomputed: { skipsComputed: true },
  unnoted: { skipsMetadata: true },
  bare: { skipsComputed: true, skipsMetadata: true },
};

/**
 * Id of the state through which a revision was read: its space or change request while it is active, otherwise the
 * revision itself.
 */
function stateOf({ id, activeOf, skipsComputed, skipsMetadata }: Revision): string {
  const state = activeOf ?? id;
  const skips = { ...(skipsComputed && { skipsComputed }), ...(skipsMetadata && { skipsMetadata }) };
  const option = Object.keys(options).find((name) => isDeepStrictEqual(options[name], skips));
  return option === undefined ? state : joinIds(state, option);
}

/** Id of a page, file or reusable content in one state of the content. */
export const idInState = ({ id, revision }: { readonly id: string; readonly revision: Revision }): string =>
  joinIds(id, stateOf(revision));

/** Id of a state of content: that of the revision, or `live_` followed by that of the space or change request. */
export const revisionStateId = (revision: Revision): string =>
  revision.activeOf === undefined ? stateOf(revision) : `${livePrefix}${stateOf(revision)}`;

/** Gets the revision of an id made by `revisionStateId`. Throws not_found, insufficient_scope. */
export const getRevisionState = (ctx: Context, id: string): Promise<Revision> =>
  loadState(ctx, id.startsWith(livePrefix) ? id.slice(livePrefix.length) : id);

type Get<Entry> = (ctx: Context, revision: Revision, id: string) => Promise<Entry>;

/** Gets an entry by an id made by `idInState`. Throws not_found, insufficient_scope. */
export async function getInState<Entry>(ctx: Context, id: string, get: Get<Entry>): Promise<Entry> {
  const [entryId, state] = splitIds(id) ?? [id, ''];
  const revision = await loadState(ctx, state);
  requireScope(ctx.actor, 'space:content:read');
  return get(ctx, revision, entryId);
}

async function loadState(ctx: Context, state: string): Promise<Revision> {
  const [owner, option] = splitIds(state) ?? [state];
  if (option !== undefined && !Object.hasOwn(options, option)) throw notFound('revision', state);
  return { ...(await loadOwner(ctx, owner)), ...options[option ?? ''] };
}

function loadOwner(ctx: Context, owner: string): Promise<Revision> {
  const type = typeOfId(owner);
  if (type === 'Space') return getContent(ctx, owner);
  if (type === 'ChangeRequest') return contentOfChangeRequest(ctx, { id: owner });
  return getRevision(ctx, owner);
}
