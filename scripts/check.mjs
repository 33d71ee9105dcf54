// `npm run check`: everything about the code but its tests. Steps that do not need each other run at once. A failed step
// prints what it wrote.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Runs a script of package.json. Returns whether it has passed. */
async function passes(name) {
  const startedMs = performance.now();
  const child = spawn('npm', ['run', '--silent', name], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
  console.log(code === 0 ? `${name} passed in ${seconds} s` : `${output}\n${name} failed after ${seconds} s`);
  return code === 0;
}

const all = async (results) => (await Promise.all(results)).every(Boolean);

/** Writes the documents that are derived from the code, and checks that they are committed and formatted. */
const documentsPass = async () => (await passes('documents')) && (await all(['format', 'schemas'].map(passes)));

/** Says what waits to be upgraded. A warning is no reason to fail, and neither is a registry that does not answer. */
async function warnOfDependencies() {
  const child = spawn(process.execPath, ['scripts/dependencies.mjs'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  await new Promise((resolve) => child.once('error', resolve).once('close', resolve));
  return true;
}

const passed =
  (await passes('generate')) &&
  (await all([
    documentsPass(),
    warnOfDependencies(),
    ...['lint', 'types', 'dead', 'examples', 'migrate:check'].map(passes),
  ]));
process.exitCode = passed ? 0 : 1;
