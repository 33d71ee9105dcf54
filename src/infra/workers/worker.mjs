// A process of a pool: loads the module of its tasks once, then runs tasks one at a time.
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { endWithParent } from '../end-with-parent.mjs';

endWithParent();
// A terminal sends these signals to the whole process group. The parent finishes its work first, then closes the
// channel.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined);
process.once('disconnect', () => process.exit());

const [module = ''] = process.argv.slice(2);

async function load() {
  if (module.endsWith('.ts')) {
    const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx/package.json'));
    const { register } = await import(new URL('dist/esm/api/index.mjs', tsx).href);
    register();
  }
  return import(module);
}

const loaded = load();

/** @param {{ name: string, input: readonly never[] }} task */
async function run({ name, input }) {
  const { runTask } = await loaded;
  // The time limit starts here, and not with the process.
  process.send?.({ kind: 'started' });
  const answer = await runTask(name, input);
  process.send?.({ kind: 'answer', answer, residentBytes: process.memoryUsage.rss() });
}

process.on('message', (task) => void run(/** @type {{ name: string, input: readonly never[] }} */ (task)));
