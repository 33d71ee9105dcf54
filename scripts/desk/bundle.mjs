// Bundles the desk for the browser, each view in files of its own: `bundle.mjs FOLDER`.
import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { inParts } from '../for-browser.mjs';
import { writeDocuments } from './documents.mjs';

const folder = process.argv[2];
await writeDocuments();
const { metafile } = await build({
  ...inParts,
  tsconfig: 'src/desk/tsconfig.json',
  entryPoints: { desk: 'src/desk/main.tsx' },
  entryNames: '[name].[hash]',
  metafile: true,
});

/** What the server and the tests read about the files: which begin, and which the module of each view needs. */
const outputs = Object.entries(metafile.outputs).map(([path, output]) => [basename(path), output]);
const [script, entry] = outputs.find(([, { entryPoint }]) => entryPoint === 'src/desk/main.tsx');
const importsOf = (name, seen = new Set()) => {
  if (seen.has(name)) return seen;
  seen.add(name);
  for (const { path, kind } of Object.fromEntries(outputs)[name].imports)
    if (kind === 'import-statement') importsOf(basename(path), seen);
  return seen;
};
const first = importsOf(script);
const views = outputs.flatMap(([name, { entryPoint }]) => {
  const view = /^src\/desk\/views\/([\w-]+)\/view\.tsx$/.exec(entryPoint ?? '')?.[1];
  return view ? [[view, [...importsOf(name)].filter((one) => !first.has(one))]] : [];
});
const [editor] = outputs.find(([, { entryPoint }]) => entryPoint === 'src/desk/views/edit/editor.tsx');
const facts = { script, style: basename(entry.cssBundle), first: [...first], views: Object.fromEntries(views), editor };
writeFileSync(join(folder, 'facts.json'), JSON.stringify(facts));
