import type { Context } from '../../core/context.ts';
import { loadSpace } from '../spaces/spaces.ts';

/** Most people whom one comment mentions. Who comes after them is not notified of it. */
const maxMentions = 50;

/**
 * The ids of those whom a comment mentions: it has a link to the page of a member of the organization (`urls.app`), at whatever host.
 * Whether they are members, and may read the comment, is not said here.
 */
function mentionsIn(markdown: string, organizationId: string): string[] {
  const links = markdown.matchAll(/\]\(<?[^\s()<>]*\/orgs\/([\w-]+)\/members\/(usr_[\w-]+)>?\)/g);
  const ids = [...links].flatMap(([, organization, id = '']) => (organization === organizationId ? [id] : []));
  return [...new Set(ids)].slice(0, maxMentions);
}

/** What the event of a new comment of a space says of mentions: nothing where there is none. */
export async function mentionData(
  ctx: Context,
  { spaceId, markdown }: { readonly spaceId: string; readonly markdown: string },
): Promise<{ readonly mentions?: string[] }> {
  const { organizationId } = await loadSpace(ctx, spaceId);
  const mentions = mentionsIn(markdown, organizationId);
  return mentions.length === 0 ? {} : { mentions };
}
