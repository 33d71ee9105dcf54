// `npm run check`: everything about the code but its tests. The steps after the generated files are independent of each
// other and run at once. A failed step prints what it wrote.
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

const generated = (await passes('generate')) && (await passes('codegen'));
const steps = ['lint', 'types', 'dead', 'migrate:check', 'format', 'schemas'];
const passed = generated && (await Promise.all(steps.map(passes))).every(Boolean);
process.exitCode = passed ? 0 : 1;
