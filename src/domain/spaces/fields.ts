import * as z from 'zod';
import { canonicalEmoji } from '../../lib/emoji.ts';

/** Contract 2.5. */
export const spaceVisibilities = {
  public: 'Anyone, indexed by search engines.',
  unlisted: 'Anyone, not indexed.',
  'share-link': 'Anyone with a secret token in the URL.',
  'visitor-auth': 'Anyone authenticated through a JWT.',
  'in-collection': 'Anyone who can access the parent collection.',
  private: 'Authorized members.',
} as const;
export type SpaceVisibility = keyof typeof spaceVisibilities;

/** Contract 2.5. */
export const editModes = { live: 'Direct edits.', locked: 'All edits locked.' } as const;
export type EditMode = keyof typeof editModes;

/** Contract 2.5, limit of part 8. */
export const SpaceTitle = z.string().max(50);

/** Contract 2.5: one emoji, or its hexadecimal code points as older clients send it. */
export const Emoji = z
  .string()
  .max(50)
  .refine((text) => canonicalEmoji(text) !== null, 'must be one emoji');

/** `emoji` is required in answers: what a space without one shows. Decisions 4.9. */
export const defaultEmoji = '📄';

export const defaultSpaceTitle = 'Untitled';

/** Icon of a space: an address of the web, without a user name. Decisions 4.9. */
export const IconUrl = z.string().max(2_048).refine(isWebAddress, 'must be an http(s) URL without a user name');

function isWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && username === '' && password === '';
}
