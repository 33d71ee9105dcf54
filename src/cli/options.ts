import { InvalidArgumentError } from 'commander';
import { scopes as allScopes, type Scope } from '../access/scopes.ts';
import { maxLifetimeDays, TokenName } from '../domain/people/tokens/fields.ts';

/** Parses the name of a token. Throws InvalidArgumentError. */
export function parseName(text: string): string {
  const parsed = TokenName.safeParse(text);
  if (!parsed.success) throw new InvalidArgumentError('It must have 1 to 100 characters.');
  return parsed.data;
}

/** Parses the lifetime of a token in days. Throws InvalidArgumentError. */
export function parseDays(text: string): number {
  const days = Number(text);
  if (!Number.isInteger(days) || days < 1 || days > maxLifetimeDays)
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${maxLifetimeDays}.`);
  return days;
}

/** Parses a comma-separated list of scopes. Throws InvalidArgumentError. */
export function parseScopes(text: string): readonly Scope[] {
  const asked = text.split(',').map((scope) => scope.trim());
  const unknown = asked.find((scope) => !(allScopes as readonly string[]).includes(scope));
  if (unknown !== undefined) throw new InvalidArgumentError(`"${unknown}" is none of ${allScopes.join(', ')}.`);
  return asked as Scope[];
}

/** Parses the URL of a server. Throws InvalidArgumentError. */
export function parseUrl(text: string): string {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) throw new InvalidArgumentError('It must be an http(s) URL.');
  return text;
}
