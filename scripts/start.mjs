// `npm start`: builds what is out of date, then runs the server in this process, so that signals reach it.
import module from 'node:module';
import { ensureBuilt } from './build.mjs';

try {
  const builtMs = await ensureBuilt(() => {
    if (process.stdout.isTTY) console.log('Building the program, which only the first start and a change of it need …');
  });
  if (builtMs !== null) console.log(`Built in ${(builtMs / 1000).toFixed(1)} s.`);
} catch (error) {
  console.error(`octavo: ${error.message}`);
  process.exit(1);
}
// The reported startup time starts here.
performance.mark('octavo:start');
// Node 22 and newer cache compiled code for the next start.
module.enableCompileCache?.();
process.argv.splice(2, 0, 'serve');
await import(new URL('../dist/main.js', import.meta.url).href);
