import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The examples of answers in the OpenAPI document, by the name of their schema. */
const file = fileURLToPath(new URL('../../scripts/rest/openapi/answer-examples.json', import.meta.url));

/** Texts of an answer that differ from run to run, and what an example shows instead. */
const replacements: readonly (readonly [pattern: RegExp, shown: string])[] = [
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, '2026-01-02T03:04:05.000Z'],
  [/https?:\/\/(?:127\.0\.0\.1(?::\d+)?|octavo\.test)/g, 'https://octavo.example.org'],
  [/https:\/\/sites\.test/g, 'https://sites.example.org'],
  [/\bjwt_token=[\w.-]+/g, 'jwt_token=eyJhbGciOiJIUzI1NiJ9.e30.W3uRkq0pYc5m'],
  [/\boc[a-z]_[\w-]{20,}/g, 'ocb_8f3kQ2vXbT0aLw5ZrN1y'],
  [/"[\w-]+@example\.org"/g, '"ada@example.org"'],
  [/\b(site)_[a-z\d_-]{20}\b/g, '$1_8f3kq2vxbt0alw5zrn1y'],
  [/\b([a-z]{2,6})_[\w-]{20}(?![\w-])/g, '$1_8f3kQ2vXbT0aLw5ZrN1y'],
  [/\bexample-[0-9a-f]{12}\b/g, 'status-page'],
  [/\bwelcome-[\w-]{12}(?![\w-])/g, 'welcome'],
  [/[\w-]{20}\.example\.invalid/g, 'renderer.example.org'],
  [/\bexpires=\d+&signature=[\w-]+/g, 'expires=1767326645&signature=KUuHLH16fcAN54hBhnCiFz4YOTrRs4LiloAfw_mFcnc'],
  [/("site":)"127\.0\.0\.1"/g, '$1"docs.example.org"'],
  [/\b[a-z\d]{20}\.docs\.example\.org/g, 'docs.example.org'],
  [/("subdomain":)"[^"]+"/g, '$1"acme"'],
  [/"[\w-]{43}"/g, '"W3uRkq0pYc5m7nTzBvX1sJd9LhGfAe2iKo4wQ6xZyUE"'],
];

/** Longest example, in characters. */
const maxLength = 12_000;

const longest = new Map<string, string>();
const seen = new Map<string, Set<string>>();

/** Remembers which members an answer of this schema has, and the answer itself when it is the longest. */
export function collectAnswer(schema: string, answer: unknown): void {
  let text = JSON.stringify(answer);
  for (const [pattern, shown] of replacements) text = text.replaceAll(pattern, shown);
  const known = longest.get(schema) ?? '';
  if (text.length > known.length && text.length < maxLength) longest.set(schema, text);
  const paths = seen.get(schema) ?? new Set();
  for (const path of membersOf(JSON.parse(text))) paths.add(path);
  seen.set(schema, paths);
}

/** Makes the collected answers the examples of the OpenAPI document. */
export function writeExamples(): void {
  const sorted = [...longest].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const examples = Object.fromEntries(sorted.map(([name, text]) => [name, JSON.parse(text) as unknown]));
  writeFileSync(file, `${JSON.stringify(examples, null, 2)}\n`);
}

/** Members of examples that no collected answer had. */
export function inventedMembers(): string[] {
  const examples = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  return Object.entries(examples).flatMap(([name, example]) =>
    [...membersOf(example)].filter((path) => !seen.get(name)?.has(path)).map((path) => name + path),
  );
}

function* membersOf(value: unknown, path = ''): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, member] of Object.entries(value)) {
    const own = Array.isArray(value) ? `${path}[]` : `${path}.${key}`;
    yield own;
    yield* membersOf(member, own);
  }
}
