#!/usr/bin/env node
// curl for the examples of the documents: requests go to the server of the test, placeholders such as `spc_…` become
// ids, and an answer other than 2xx or with errors ends the example. Later placeholders become the ids of the answer.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const { EXAMPLE_STATE, EXAMPLE_SERVER, EXAMPLE_CURL } = process.env;
const ids = JSON.parse(readFileSync(EXAMPLE_STATE, 'utf8'));

const args = process.argv
  .slice(2)
  .map((argument) =>
    argument
      .replaceAll('http://127.0.0.1:4000', EXAMPLE_SERVER)
      .replaceAll(/\b([a-z]{2,5})_…/g, (placeholder, prefix) => ids[prefix] ?? placeholder),
  );
const { status, stdout } = spawnSync(EXAMPLE_CURL, ['-sS', '--fail-with-body', ...args], {
  stdio: ['inherit', 'pipe', 'inherit'],
});
const answer = read(stdout.toString());
const failed = status !== 0 || answer?.errors !== undefined;
if (failed) process.stderr.write(`curl ${args.join(' ')}\n${stdout}\n`);
else writeFileSync(EXAMPLE_STATE, JSON.stringify({ ...ids, ...newIds(answer) }));
process.stdout.write(stdout);
process.exitCode = failed ? 22 : 0;

// What the pages are about stays, unless it is what was asked for.
function newIds(value, isTop = true) {
  if (typeof value !== 'object' || value === null) return {};
  const inside = Object.assign({}, ...Object.values(value).map((one) => newIds(one, false)));
  const [prefix] = typeof value.id === 'string' ? value.id.split('_') : [];
  const isKept = ['org', 'spc', 'pg', 'usr'].includes(prefix) && !isTop;
  return prefix === undefined || isKept ? inside : { ...inside, [prefix]: value.id };
}

function read(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
