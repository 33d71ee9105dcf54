import * as z from 'zod';

/**
 * An http(s) URL without a user name or password, and without characters that a URL contains only in encoded form. It is
 * safe to show as a link or an image source.
 */
export const httpUrl = (maxLength: number) =>
  z
    .url({ protocol: /^https?$/, error: 'must be an http(s) URL' })
    .max(maxLength)
    .refine(hasNoCredentials, 'must not contain a user name or password')
    .refine((text) => !markup.test(text), 'must not contain spaces, quotation marks or angle brackets');

/** Whether a URL has no user name or password. */
export const hasNoCredentials = (text: string): boolean => !URL.canParse(text) || isPlain(new URL(text));

/** RFC 3986 allows none of these, and they could end an attribute of HTML. */
const markup = /[\s<>"\\`]/;

const isPlain = ({ username, password }: URL) => username === '' && password === '';
