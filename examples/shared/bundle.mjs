// Bundles a dashboard, and serves it while it is developed.
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, context } from 'esbuild';

const page = fileURLToPath(new URL('index.html', import.meta.url));

const optionsOf = (folder, outdir, plugins) => ({
  entryPoints: [join(folder, 'src/main.tsx')],
  outdir,
  bundle: true,
  format: 'esm',
  jsx: 'automatic',
  target: 'es2023',
  define: { 'process.env.NODE_ENV': '"production"' },
  plugins,
  logLevel: 'warning',
});

/** Writes the page, its script and its styles to `outdir`. */
export async function bundle(folder, outdir, plugins = []) {
  mkdirSync(outdir, { recursive: true });
  copyFileSync(page, join(outdir, 'index.html'));
  await build({ ...optionsOf(folder, outdir, plugins), minify: true });
}

/** Serves the dashboard at http://127.0.0.1:5173 and bundles it at each request. */
export async function serve(folder, plugins = []) {
  const outdir = join(folder, 'dist');
  mkdirSync(outdir, { recursive: true });
  copyFileSync(page, join(outdir, 'index.html'));
  const watched = await context(optionsOf(folder, outdir, plugins));
  const fallback = join(outdir, 'index.html');
  const { port } = await watched.serve({ servedir: outdir, host: '127.0.0.1', port: 5173, fallback });
  console.log(`http://127.0.0.1:${port}`);
}
