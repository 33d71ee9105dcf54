import { type DomainError, failure } from '../../lib/errors.ts';
import { fetchFailed, fetchRefused } from '../fetch/fetch-errors.ts';
import { hasAuthorities } from './authorities.ts';

/** The machine lacks git, has one that is too old, or no certificates. */
export const gitUnavailable = (message: string, cause?: unknown): DomainError =>
  failure('git_unavailable', message, { cause });

/** The server asks for a credential, or refuses the one it was given. */
const gitUnauthenticated = (hasCredential: boolean): DomainError =>
  failure(
    'git_unauthenticated',
    hasCredential
      ? 'The server of the repository refuses the credential'
      : 'The server of the repository asks for a credential',
  );

/** Somebody else has pushed since the tip was read. */
export class TipMoved extends Error {
  override readonly name = 'TipMoved';
}

/** What git says of a reference that the repository does not have. */
export const noSuchRef = /couldn't find remote ref/;

/** The error that a failed call of git means, by what it said. */
export function errorOf(complaint: string, hasCredential: boolean): DomainError {
  const said = lastWords(complaint);
  // It says `CAfile: none` of a certificate that it does not trust as well.
  const isOfCertificates = /CAfile: none|setting certificate (?:verify locations|file)/.test(complaint);
  if (isOfCertificates && !hasAuthorities())
    return gitUnavailable('The server has no certificates of authorities, which the package ca-certificates brings');
  if (/Authentication failed|could not read (?:Username|Password)|error: 40[13]\b/.test(complaint))
    return gitUnauthenticated(hasCredential);
  if (/error: 3\d\d\b/.test(complaint))
    return fetchRefused('The repository has moved, and redirects are not followed. Name its present URL');
  if (/transport '\w*' not allowed/.test(complaint)) return fetchRefused(`git refuses the URL: ${said}`);
  return fetchFailed(`The repository could not be read: ${said}`);
}

/** The error of a push that the server declined. */
export const pushDeclined = (words: string): DomainError =>
  failure('git_declined', `The server of the repository declines the commit: ${words}`);

/** The last lines that say something, on one line, without control characters. */
export function lastWords(complaint: string): string {
  const lines = complaint
    .split(/[\r\n]+/)
    .map((line) => line.replaceAll(/\p{C}/gu, ' ').replaceAll(/\s+/g, ' ').trim());
  const telling = lines.filter((line) => line !== '' && !/^(?:hint|warning):/.test(line));
  return telling.slice(-shownLines).join(' ').slice(-maxWords) || 'git gives no reason';
}

const shownLines = 3;
const maxWords = 300;
