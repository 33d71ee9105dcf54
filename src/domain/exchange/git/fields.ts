import * as z from 'zod';
import { choice, urlForm } from '../../../lib/form-types.ts';

const GitProvider = choice('GitProvider', 'The host of a Git repository.', {
  github: 'GitHub.',
  gitlab: 'GitLab.',
});
export type GitProvider = z.infer<typeof GitProvider>;
export { GitProvider };

/** URL of a repository, which may contain a user and a password. */
export const GitUrl = urlForm(
  z.url({ protocol: /^https?$/, error: 'must be an https URL, such as https://github.com/acme/docs.git' }).max(2_048),
);

/** URL of a page of the host, for people. */
export const GitPageUrl = urlForm(z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }).max(2_048));

/** The rules of git-check-ref-format(1) for a full name. */
const refPattern = /^refs\/(?!.*(?:\.\.|@\{|\/\/|\/\.|\.lock(?:\/|$)))[^\s~^:?*[\\\p{Cc}]*[^\s~^:?*[\\\p{Cc}/.]$/u;

/** Full name of a branch or another reference. */
export const GitRef = z
  .string()
  .max(255)
  .regex(refPattern, 'must be the full name of a reference, such as refs/heads/main');

/** Path of a folder in a repository. */
export const GitDirectory = z
  .string()
  .max(1_000)
  .regex(/^(?!.*(?:^|\/)\.\.(?:\/|$))[^\\\p{Cc}]*$/u, 'must be a path in the repository, such as docs');

/** The path without slashes at its ends and without `.`; empty for the whole repository. */
export const plainDirectory = (path: string): string =>
  path
    .split('/')
    .filter((segment) => segment !== '' && segment !== '.')
    .join('/');
