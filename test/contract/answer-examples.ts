import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Examples of answers in the OpenAPI document; see scripts/rest/openapi/example.ts. */
const file = fileURLToPath(new URL('../../scripts/rest/openapi/answer-examples.json', import.meta.url));

interface Examples {
  /** Answers of the server, by operation. */
  readonly operations: Record<string, unknown>;
  /** The operation whose answer shows most of a schema. */
  readonly schemas: Record<string, string>;
}

/** Texts in answers that differ between runs, with their replacements in examples. */
const replacements: readonly (readonly [pattern: RegExp, shown: string])[] = [
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, '2026-01-02T03:04:05.000Z'],
  [/https?:\/\/(?:127\.0\.0\.1(?::\d+)?|octavo\.test)/g, 'https://octavo.example.org'],
  [/http%3A%2F%2Foctavo\.test/g, 'https%3A%2F%2Foctavo.example.org'],
  [/\bcode=[\w-]{43}/g, 'code=W3uRkq0pYc5m7nTzBvX1sJd9LhGfAe2iKo4wQ6xZyUE'],
  [/https:\/\/(?:[\w-]+\.)?sites\.test/g, 'https://acme.sites.example.org'],
  [/(\/|")docs\d+(?=[/"])/g, '$1docs'],
  [/\bjwt_token=[\w.-]+/g, 'jwt_token=eyJhbGciOiJIUzI1NiJ9.e30.W3uRkq0pYc5m'],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]{20,}/g, 'eyJhbGciOiJIUzI1NiJ9.e30.W3uRkq0pYc5m'],
  [/\boc[a-z]_[\w-]{20,}/g, 'ocb_8f3kQ2vXbT0aLw5ZrN1y'],
  [/("lastFour":)"[\w-]{4}"/g, '$1"rN1y"'],
  [/"[\w-]+@example\.org"/g, '"ada@example.org"'],
  [/\b(site)_[a-z\d_-]{20}\b/g, '$1_8f3kq2vxbt0alw5zrn1y'],
  [/\b([a-z]{2,6})_[\w-]{20}(?![\w-])/g, '$1_8f3kQ2vXbT0aLw5ZrN1y'],
  [/\bexample-[0-9a-f]{12}\b/g, 'status-page'],
  [/\bdocs-[0-9a-f]{12}\b/g, 'docs'],
  [/\bspec-\d+\b/g, 'orders'],
  [/\bwelcome-[\w-]{12}(-\d)?(?![\w-])/g, 'welcome$1'],
  [/[\w-]{20}\.example\.invalid/g, 'renderer.example.org'],
  [/whsec_[\w+/]{43}=/g, 'whsec_W3uRkq0pYc5m7nTzBvX1sJd9LhGfAe2iKo4wQ6xZyUE='],
  [/\bexpires=\d+&signature=[\w-]+/g, 'expires=1767326645&signature=KUuHLH16fcAN54hBhnCiFz4YOTrRs4LiloAfw_mFcnc'],
  [/("site":)"127\.0\.0\.1"/g, '$1"docs.example.org"'],
  [/\b[a-z\d]{20}\.docs\.example\.org/g, 'docs.example.org'],
  [/\bd\d+-\d+\.matrix\.example\b/g, 'example.org'],
  [/("subdomain":)"[^"]+"/g, '$1"acme"'],
  [/("value":)"[\w-]{32}"/g, '$1"mDkT4sVn0pXw7cRz2yLb5gHf8jQe1aUi"'],
  [/#link=[\w-]{43}/g, '#link=W3uRkq0pYc5m7nTzBvX1sJd9LhGfAe2iKo4wQ6xZyUE'],
  [/("userHandle":)"[\w-]+"/g, '$1"dXNyXzhmM2tRMnZYYlQwYUx3NVpyTjF5"'],
  [/("(?:excluded|allowed)":)\["[\w-]{22}"\]/g, '$1["mDkT4sVn0pXw7cRz2yLb5g"]'],
  [/"[\w-]{43}"/g, '"W3uRkq0pYc5m7nTzBvX1sJd9LhGfAe2iKo4wQ6xZyUE"'],
];

const shownOf = (answer: unknown): unknown => {
  let text = JSON.stringify(answer);
  for (const [pattern, shown] of replacements) text = text.replaceAll(pattern, shown);
  return JSON.parse(text) as unknown;
};

/** Returns the answers that the reference shows, by operation id. */
export const shownAnswers = (): Readonly<Record<string, unknown>> => stored().operations;

const stored = () => JSON.parse(readFileSync(file, 'utf8')) as Examples;

const collected: Examples = { operations: {}, schemas: {} };

/** Converts an answer to an example, and remembers it for `writeExamples`. */
export function collectAnswer(operationId: string, schema: string | undefined, answer: unknown): unknown {
  const shown = shownOf(answer);
  collected.operations[operationId] = shown;
  const known = schema === undefined ? undefined : collected.schemas[schema];
  const measureLength = (id: string) => JSON.stringify(collected.operations[id]).length;
  if (schema && (!known || measureLength(operationId) > measureLength(known))) collected.schemas[schema] = operationId;
  return shown;
}

/** Writes the collected answers as the examples of the OpenAPI document. */
export function writeExamples(): void {
  const sorted = (values: object) =>
    Object.fromEntries(Object.entries(values).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  const { operations, schemas } = collected;
  const examples = { operations: sorted(operations), schemas: sorted(schemas) };
  writeFileSync(file, `${JSON.stringify(examples, null, 2)}\n`);
  execFileSync('node_modules/.bin/oxfmt', [file]);
}

/** Members of a job that change as soon as a process takes it, which may be before the answer. */
const ofProgress = new Set(['state', 'progress', 'attempts', 'startedAt', 'processingState']);

/**
 * Returns the parts of an answer that do not differ between runs: lists in a fixed order, jobs without their progress, attempts
 * without their duration.
 */
export function comparable(answer: unknown): unknown {
  if (Array.isArray(answer))
    return answer.map(comparable).toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
  if (typeof answer !== 'object' || answer === null) return answer;
  const isWork = 'object' in answer && (answer.object === 'job' || answer.object === 'openapi-spec');
  const members = Object.entries(answer).filter(([key]) => key !== 'durationMs' && (!isWork || !ofProgress.has(key)));
  return Object.fromEntries(members.map(([key, value]) => [key, comparable(value)]));
}
