import * as z from 'zod';

type Issue = z.core.$ZodRawIssue;

const articles: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'an integer',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  date: 'a date',
};

const formats: Readonly<Record<string, string>> = {
  email: 'an email address',
  url: 'a URL',
  uuid: 'a UUID',
  datetime: 'a date and time such as 2026-01-02T03:04:05Z',
  base64: 'base64',
  json_string: 'JSON',
};

/** Most keys or values that a message lists. */
const maxListed = 20;

/** Says which rule a value breaks, as it follows a path: "body.title: must have at most 50 characters". */
function writeSentence(issue: Issue): string {
  switch (issue.code) {
    case 'too_big':
      return bound(issue.origin, issue.maximum, issue.inclusive === false ? 'less than' : 'at most');
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return 'must not be empty';
      return bound(issue.origin, issue.minimum, issue.inclusive === false ? 'more than' : 'at least');
    case 'invalid_type':
      return absence(issue.input) ?? `must be ${articles[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return absence(issue.input) ?? `must be ${issue.values.length > 1 ? 'one of ' : ''}${listed(issue.values)}`;
    case 'invalid_format':
      if (issue.format === 'regex') return `must match ${issue.pattern ?? 'its pattern'}`;
      return `must be ${formats[issue.format] ?? `a valid ${issue.format.replaceAll('_', ' ')}`}`;
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'unrecognized_keys':
      return `must not have ${listed(issue.keys)}`;
    case 'custom':
    case 'invalid_element':
    case 'invalid_key':
    case 'invalid_union':
      return absence(issue.input) ?? 'does not have an accepted form';
    default:
      return 'is not valid';
  }
}

/** Says that there is no value; null for a value. */
function absence(input: unknown): string | null {
  if (input === undefined) return 'is required';
  return input === null ? 'must not be null' : null;
}

function bound(origin: string, limit: number | bigint | Date, relation: string): string {
  const value = limit instanceof Date ? limit.toISOString() : String(limit);
  const plural = value === '1' ? '' : 's';
  if (origin === 'string') return `must have ${relation} ${value} character${plural}`;
  if (origin === 'file') return `must have ${relation} ${value} byte${plural}`;
  if (['array', 'set', 'map', 'record'].includes(origin)) return `must have ${relation} ${value} item${plural}`;
  return `must be ${relation} ${value}`;
}

function listed(values: readonly unknown[]): string {
  const shown = values.slice(0, maxListed).map((value) => (typeof value === 'string' ? `"${value}"` : String(value)));
  return shown.join(', ') + (values.length > maxListed ? ', …' : '');
}

z.config({ customError: writeSentence });
