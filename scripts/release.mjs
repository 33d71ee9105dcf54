// `npm run release -- VERSION [--check]`: makes a release, as docs/releases.md says. With `--check` it only says what is missing.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildSchema, findBreakingChanges } from 'graphql';

const root = fileURLToPath(new URL('..', import.meta.url));
const git = (...args) =>
  execFileSync('git', args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1_048_576,
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim();
const read = (path) => readFileSync(`${root}/${path}`, 'utf8');
const numbersOf = (version) => version.replace(/^v/, '').split('.').map(Number);

/** Whether a version is higher than another. */
export function isHigher(version, other) {
  const [these, those] = [numbersOf(version), numbersOf(other)];
  const at = these.findIndex((number, index) => number !== those[index]);
  return at !== -1 && these[at] > those[at];
}

/** The section of a version in the changelog, without its heading; null when there is none. */
export function sectionOf(changelog, version) {
  const found = changelog.split(/^## /m).find((section) => section.split('\n', 1)[0].trim() === version);
  return found === undefined ? null : found.split('\n').slice(1).join('\n').trim();
}

/** Says how the operations and members of an OpenAPI document differ from an earlier one in what callers may rely on. */
export function brokenInOpenapi(earlier, now) {
  const operationsOf = ({ paths }) =>
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
  const membersOf = ({ components }) =>
    Object.entries(components.schemas).flatMap(([name, { properties = {} }]) =>
      Object.keys(properties).map((member) => `${name}.${member}`),
    );
  return [operationsOf, membersOf].flatMap((list) => {
    const there = new Set(list(now));
    return list(earlier)
      .filter((one) => !there.has(one))
      .map((one) => `REST: ${one} was removed`);
  });
}

/** The last release before this one, or null for the first. */
function lastTag() {
  const tags = git('tag', '--list', 'v*', '--sort=-version:refname').split('\n').filter(Boolean);
  return tags[0] ?? null;
}

const atTag = (tag, path) => git('show', `${tag}:${path}`);

/** Says which migrations of a release are missing or have changed. */
function changedMigrations(tag) {
  return git('ls-tree', '-r', '--name-only', tag, 'prisma/migrations')
    .split('\n')
    .filter((path) => path.endsWith('.sql'))
    .filter((path) => {
      try {
        return digest(read(path).trim()) !== digest(atTag(tag, path));
      } catch {
        return true;
      }
    });
}

const digest = (text) => createHash('sha256').update(text).digest('hex');

/** Says why a version cannot be released now. */
function findObstacles(version, tag) {
  const obstacles = [];
  if (!/^\d+\.\d+\.\d+$/.test(version)) return [`"${version}" is no version: 0.2.0`];
  if (git('status', '--porcelain') !== '') obstacles.push('The tree has changes that are not committed.');
  if (tag !== null && !isHigher(version, tag))
    obstacles.push(`${version} is not higher than ${tag}, the last release.`);
  if (!sectionOf(read('CHANGELOG.md'), version)) obstacles.push(`CHANGELOG.md has no section "## ${version}".`);
  if (tag !== null)
    for (const path of changedMigrations(tag)) obstacles.push(`${path} is in ${tag} and must not change.`);
  return obstacles;
}

/** What callers and operators of the last release must know. */
function upgradeNotes(version, tag) {
  const changes = sectionOf(read('CHANGELOG.md'), version);
  if (tag === null) return `# ${version}\n\n${changes}\n`;
  const graphql = findBreakingChanges(buildSchema(atTag(tag, 'schema.graphql')), buildSchema(read('schema.graphql')));
  const rest = brokenInOpenapi(JSON.parse(atTag(tag, 'openapi.json')), JSON.parse(read('openapi.json')));
  const migrations = git('diff', '--name-only', '--diff-filter=A', tag, '--', 'prisma/migrations')
    .split('\n')
    .filter(Boolean);
  const settingsOf = (page) => new Set([...page.matchAll(/^\| `([A-Z][A-Z0-9_]+)`/gm)].map(([, name]) => name));
  const [before, after] = [atTag(tag, 'docs/manual/operate/settings.md'), read('docs/manual/operate/settings.md')].map(
    settingsOf,
  );
  const lists = {
    'Changes that may break clients': [...graphql.map(({ description }) => `GraphQL: ${description}`), ...rest],
    'New settings': [...after].filter((name) => !before.has(name)),
    'Removed settings': [...before].filter((name) => !after.has(name)),
    Migrations: migrations,
  };
  const sections = Object.entries(lists).map(
    ([title, lines]) =>
      `## ${title}\n\n${lines.length === 0 ? 'None.' : lines.map((line) => `- ${line}`).join('\n')}\n`,
  );
  return `# ${version}\n\n${changes}\n\n${sections.join('\n')}`;
}

function main([version = '', ...flags]) {
  const tag = lastTag();
  const obstacles = findObstacles(version, tag);
  for (const obstacle of obstacles) console.error(obstacle);
  if (obstacles.length > 0) {
    process.exitCode = 1;
    return;
  }
  const notes = upgradeNotes(version, tag);
  mkdirSync(`${root}/dist.release`, { recursive: true });
  writeFileSync(`${root}/dist.release/notes.md`, notes);
  console.log(notes);
  if (flags.includes('--check')) return;
  const npm = (...args) => execFileSync('npm', args, { cwd: root, stdio: 'inherit' });
  npm('version', version, '--no-git-tag-version', '--allow-same-version');
  npm('run', 'codegen');
  npm('run', 'check');
  execFileSync(process.execPath, ['scripts/keep-release.mjs', version], { cwd: root, stdio: 'inherit' });
  git('add', '--all');
  if (git('status', '--porcelain') !== '') git('commit', '--message', `release: ${version}`);
  git('tag', '--annotate', `v${version}`, '--message', notes);
  console.log(`v${version} is tagged. docs/releases.md says what follows.`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main(process.argv.slice(2));
