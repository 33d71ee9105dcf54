// `npm run dependencies`: asks the registry which packages of package.json are behind a major version, deprecated, or without a
// release for two years. `npm outdated` cannot: it hides what needs a newer Node than the one that asks. What
// docs/dependencies.md names is known. Warns only, and says nothing about what does not answer in time, so that a check
// passes without a network.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const timeoutMs = 20_000;
const twoYearsMs = 2 * 365 * 24 * 60 * 60 * 1000;

/** What breaks between versions: the major, or the minor below 1.0. */
const lineOf = (version) => version.match(/^(?:0\.)*\d+/)[0];

const isBehind = (installed, latest) => lineOf(installed).localeCompare(lineOf(latest), 'en', { numeric: true }) < 0;

/** Reads the names and known lines of docs/dependencies.md. */
export const knownIn = (page) =>
  new Map([...page.matchAll(/^\| `([^`]+)` *\| ([\d.]+) *\|/gm)].map(([, name, line]) => [name, line]));

/**
 * Returns what a maintainer should know about an installed package, from its document in the registry, unless its latest line
 * is the `known` one.
 * @param {{ name: string, installed: string, document: object, known?: string, nowMs: number }} input
 */
export function warningsOf({ name, installed, document, known, nowMs }) {
  const latest = document['dist-tags'].latest;
  const { deprecated, engines } = document.versions[latest] ?? {};
  const released = document.time?.[latest];
  const warnings = [];
  const isKnown = known !== undefined && lineOf(latest) === known;
  if (isBehind(installed, latest) && !isKnown)
    warnings.push(`${latest} is released${engines?.node === undefined ? '' : `, for Node ${engines.node}`}`);
  if (deprecated || document.versions[installed]?.deprecated)
    warnings.push(`deprecated: ${deprecated || document.versions[installed].deprecated}`);
  if (released && !isKnown && nowMs - Date.parse(released) > twoYearsMs)
    warnings.push(`no release since ${released.slice(0, 10)}`);
  return warnings.map((warning) => `${name} ${installed}: ${warning}`);
}

/** Returns the names and installed versions of the direct dependencies. */
function installedPackages() {
  const { packages } = JSON.parse(readFileSync(`${root}/package-lock.json`, 'utf8'));
  const { dependencies, devDependencies } = packages[''];
  return Object.keys({ ...dependencies, ...devDependencies })
    .toSorted()
    .map((name) => ({ name, installed: packages[`node_modules/${name}`].version }));
}

/** Asks the registry for one package after another, several at once, until the signal says stop. */
async function askRegistry(registry, asked, signal) {
  const waiting = [...asked];
  const answers = [];
  const ask = async () => {
    for (let next = waiting.shift(); next !== undefined && !signal.aborted; next = waiting.shift()) {
      try {
        const response = await fetch(new URL(next.name.replace('/', '%2f'), registry), { signal });
        if (response.ok) answers.push({ ...next, document: await response.json() });
      } catch {
        // The end counts those that did not answer.
      }
    }
  };
  await Promise.all(Array.from({ length: 4 }, ask));
  return answers.toSorted((one, other) => one.name.localeCompare(other.name));
}

async function main() {
  const registry = `${execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim().replace(/\/$/, '')}/`;
  const packages = installedPackages();
  const answers = await askRegistry(registry, packages, AbortSignal.timeout(timeoutMs));
  const known = knownIn(readFileSync(`${root}/docs/dependencies.md`, 'utf8'));
  const nowMs = Date.now();
  const warnings = answers.flatMap((answer) => warningsOf({ ...answer, known: known.get(answer.name), nowMs }));
  for (const warning of warnings) console.warn(`warning: ${warning}`);
  console.log(`${answers.length} of ${packages.length} packages asked about, ${warnings.length} warnings`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
