// Bundles what draws diagrams for the browser, each kind of diagram in files of its own: `bundle.mjs FOLDER`.
import { build } from 'esbuild';
import { inParts } from '../for-browser.mjs';

await build({ ...inParts, entryPoints: { 'diagram-frame': 'scripts/diagrams/frame.js' } });
