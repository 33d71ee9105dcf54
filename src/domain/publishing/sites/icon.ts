import type * as z from 'zod';
import { ofSite } from '../../core/events/emit.ts';
import { invalid } from '../../../lib/errors.ts';
import { canonicalEmoji } from '../../../lib/emoji.ts';
import type { Context } from '../../core/context.ts';
import { transact } from '../../core/transact.ts';
import { setIcon, touchSite } from './queries.ts';
import { authorizedSite, lockSite, type ReadSite, type SiteReference } from './sites.ts';
import type { SetSiteIconInput } from './inputs.ts';

export type IconChange = z.output<typeof SetSiteIconInput> & SiteReference;

/**
 * Sets the icon of a site to images or an emoji, or removes it when neither is given. Requires `edit`. Throws
 * not_found, forbidden, precondition_failed; validation_failed when both are given.
 */
export async function setSiteIcon(outer: Context, { images, emoji, ...reference }: IconChange): Promise<ReadSite> {
  if (images && emoji) throw invalid('input.emoji', 'input.emoji: cannot be set beside images', 'exclusive');
  return transact(outer, async (ctx) => {
    const site = await lockSite(ctx, reference, 'edit');
    const plain = emoji ? canonicalEmoji(emoji) : null;
    const emojiIcon = plain === null ? null : { emoji: plain };
    await setIcon(ctx.sql, site.id, images ? { icon: images } : emojiIcon);
    await touchSite(ctx.sql, site.id, ctx.now());
    ctx.emit('site.updated', ofSite(site), { changed: ['icon'], previous: {} });
    return authorizedSite(ctx, { id: site.id }, 'view');
  });
}
