// Bundles the program with the packages that it imports: `bundle.mjs FOLDER`. A process that loads a hundred files instead
// of two and a half thousand starts in half the time.
import { build } from 'esbuild';
import { copyFileSync, existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Packages that stay outside of the bundle: they load other files, choose modules at run time, or are CommonJS and
 * imported on first use, for which a bundle would only have the default export.
 */
const external = [
  '@electric-sql/*',
  '@myriaddreamin/*',
  '@opentelemetry/*',
  '@prisma/*',
  'graphile-worker',
  'pg',
  'satteri',
  'undici',
  '@node-saml/*',
];

/** Settings of a bundle that Node runs. */
export const forNode = {
  bundle: true,
  format: 'esm',
  platform: 'node',
  // The same files that Node would load, so that no package is bundled twice, as CommonJS and as ES modules.
  mainFields: ['main'],
  conditions: ['node'],
  // Packages in CommonJS require the modules of Node.
  banner: {
    js: "import { createRequire as requireOf } from 'node:module';\nconst require = requireOf(import.meta.url);",
  },
  logLevel: 'warning',
};

const options = { ...forNode, absWorkingDir: root, splitting: true, target: 'node20.19', external };

/** Lets modules in a bundle outside of this tree find its files; see src/lib/program-files.ts. */
export const asSources = {
  'import.meta.url': JSON.stringify(new URL('../src/lib/program-files.ts', import.meta.url).href),
};

/** Bundles the tasks of worker processes for a server that runs from its sources, and returns the URL of the module. */
export const bundleTasks = (folder) => bundleSource('src/workers/tasks.ts', folder);

/** Bundles a module of this tree into a folder outside of it, and returns the URL of the bundle. */
export async function bundleSource(path, folder) {
  await build({ ...options, outdir: folder, entryPoints: { bundle: path }, define: asSources });
  // External packages are looked up in the folders above the bundle.
  const packages = join(folder, 'node_modules');
  if (!existsSync(packages)) symlinkSync(join(root, 'node_modules'), packages, 'junction');
  return pathToFileURL(join(folder, 'bundle.js')).href;
}

/**
 * Bundles the program, and what joins PDFs. Copies the other modules that threads and processes start by path, which import
 * packages only.
 */
async function bundleProgram(folder) {
  await build({
    ...options,
    outdir: folder,
    entryPoints: {
      main: 'src/main.ts',
      tasks: 'src/workers/tasks.ts',
      // Used by the scripts of the build.
      fonts: 'src/infra/pdf/fonts.ts',
      'icon-set': 'src/app/pages/icon-set.ts',
      'site-fonts': 'src/reader/fonts.ts',
      'built-manual': 'src/app/pages/built-manual.ts',
    },
  });
  const names = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' });
  for (const name of names.filter((path) => path.endsWith('.mjs'))) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    copyFileSync(join(root, 'src', name), join(folder, name));
  }
  await bundleJoiner(join(folder, joiner));
}

const joiner = 'infra/pdf/join-parts.mjs';

/** Bundles what joins PDFs, because loading pdf-lib from hundreds of files takes longer than joining a small PDF. */
export const bundleJoiner = (outfile) =>
  build({ ...options, splitting: false, entryPoints: [`src/${joiner}`], outfile });

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await bundleProgram(process.argv[2]);
