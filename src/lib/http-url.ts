import * as z from 'zod';

/** An http(s) URL without a user name or password: safe to show as a link or a picture. */
export const httpUrl = (maxLength: number) =>
  z
    .url({ protocol: /^https?$/, error: 'must be an http(s) URL' })
    .max(maxLength)
    .refine((text) => !URL.canParse(text) || isPlain(new URL(text)), 'must not hold a user name or password');

const isPlain = ({ username, password }: URL) => username === '' && password === '';
