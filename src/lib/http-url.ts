import * as z from 'zod';
import { urlForm } from './form-types.ts';

/**
 * Schema of an http(s) URL without user name and password, and without characters that a URL may only contain in
 * encoded form. Safe as a link or an image source.
 */
export const httpUrl = (maxLength: number) =>
  urlForm(
    z
      .url({ protocol: /^https?$/, error: 'must be an http(s) URL' })
      .max(maxLength)
      .refine(hasNoCredentials, 'must not contain a user name or password')
      .refine((text) => !markup.test(text), 'must not contain spaces, quotation marks or angle brackets'),
  );

/** Whether a URL has no user name or password. */
export const hasNoCredentials = (text: string): boolean => !URL.canParse(text) || isPlain(new URL(text));

/** Characters that RFC 3986 forbids and that could end an HTML attribute. */
const markup = /[\s<>"\\`]/;

const isPlain = ({ username, password }: URL) => username === '' && password === '';
