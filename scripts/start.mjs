// `npm start`: builds what is out of date, then runs the server in this process, so that signals reach it.
import { spawn } from 'node:child_process';
import module from 'node:module';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { ensureProgram, hasPages } from './build.mjs';

try {
  const builtMs = await ensureProgram(() => {
    if (process.stdout.isTTY) console.log('Building the program, which only the first start and a change of it need …');
  });
  if (builtMs !== null) console.log(`Built in ${(builtMs / 1000).toFixed(1)} s.`);
} catch (error) {
  console.error(`octavo: ${error.message}`);
  process.exit(1);
}
if (!hasPages()) buildPages();
// The reported startup time starts here.
performance.mark('octavo:start');
// Node 22 and newer cache compiled code for the next start.
module.enableCompileCache?.();
process.argv.splice(2, 0, 'serve');
await import(new URL('../dist/main.js', import.meta.url).href);

/** Builds what some pages load, at a low priority, while the server starts. Requests for these pages wait for it. */
function buildPages() {
  const build = spawn(process.execPath, [fileURLToPath(new URL('build.mjs', import.meta.url))], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  build.once('error', (error) => console.error(`octavo: ${error.message}`));
  if (build.pid !== undefined) setPriority(build.pid, constants.priority.PRIORITY_LOW);
  build.unref();
}
