import * as z from 'zod';
import { canonicalEmoji } from '../../../lib/emoji.ts';
import { choice } from '../../../lib/form-types.ts';
import { LanguageCode } from '../../../lib/languages.ts';
import { notBlank } from '../../../lib/not-blank.ts';

export const spaceVisibilities = {
  public: 'Anyone can read it, and search engines may index it.',
  unlisted: 'Anyone can read it, but search engines may not index it.',
  'share-link': 'Anyone with the secret token in the URL can read it.',
  'visitor-auth': 'Visitors who are authenticated by a JWT can read it.',
  'in-collection': 'Everyone with access to the parent collection can read it.',
  private: 'Only members with access can read it.',
} as const;
export type SpaceVisibility = keyof typeof spaceVisibilities;

export const editModes = {
  live: 'The content can be edited directly.',
  locked: 'The content is updated by merging change requests only.',
} as const;
export type EditMode = keyof typeof editModes;
export const EditMode = choice('EditMode', 'Whether the content of a space can be edited directly.', editModes);

const maxTitleLength = 50;

export const SpaceTitle = z
  .string()
  .max(maxTitleLength)
  .refine(...notBlank);

/** Shortens a title to its limit, which counts code points. */
export const shortTitle = (title: string): string => Array.from(title).slice(0, maxTitleLength).join('');

/** Code of the language of a space. */
export const SpaceLanguage = LanguageCode;

/** One emoji, or its code points in hexadecimal, as older clients send it. */
export const Emoji = z
  .string()
  .max(50)
  .refine((text) => canonicalEmoji(text) !== null, 'must be one emoji');

/** Default emoji. Responses always contain an emoji. */
export const defaultEmoji = '📄';

export const defaultSpaceTitle = 'Untitled';

/** URL of the icon of a space. */
export const IconUrl = z.string().max(2_048).refine(isWebAddress, 'must be an http(s) URL without a user name');

function isWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && username === '' && password === '';
}
