// Draws the Mermaid diagrams of a document without a browser. Kinds that the library does not know stay source.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, Script } from 'node:vm';
import { runWithin, startProcessorClock } from './formulas.mjs';

/** Maximum number of diagrams of one document that are drawn. */
const maxDiagrams = 200;

/**
 * Limits of the processor time for one diagram and for all, in milliseconds. Real ones take 2 to 150, the first of a process twice
 * as long, and each several times as long on a busy machine.
 */
const drawMs = 5_000;
const drawAllMs = 20_000;

/** Mixtures of the color of texts with that of the paper, which the library leaves to CSS that printers do not know. */
const colors = new Map(
  Object.entries({
    bg: '#ffffff',
    fg: '#1f2328',
    _text: '#1f2328',
    '_text-sec': '#797b7e',
    '_text-muted': '#a5a7a9',
    '_text-faint': '#c7c8c9',
    _line: '#8f9194',
    _arrow: '#414549',
    '_node-fill': '#f8f8f8',
    '_node-stroke': '#d2d3d4',
    '_group-fill': '#ffffff',
    '_group-hdr': '#f4f4f4',
    '_inner-stroke': '#e4e5e5',
    '_key-badge': '#e9e9e9',
  }),
);

/** Styles for browsers, with the address of a font of another host. */
const styles = /<style>[^]*?<\/style>/g;

/**
 * Draws the diagrams of a document (see document.ts) into files of a folder, and returns their names by their sources.
 *
 * @param {string} json
 * @param {string} folder
 * @returns {Promise<Record<string, string>>}
 */
export async function diagramsOf(json, folder) {
  if (!json.includes('"diagram":')) return {};
  const { renderMermaidSVG } = await import('beautiful-mermaid');
  const context = createContext({ render: renderMermaidSVG, source: '', options: { font: 'Noto Sans' } });
  const drawing = new Script('render(source, options)');
  const spentMs = startProcessorClock();
  /** @type {Map<string, string>} */
  const drawn = new Map();
  /** @param {string} source */
  const draw = (source) => {
    if (drawn.has(source) || drawn.size >= maxDiagrams || spentMs() > drawAllMs) return;
    context.source = source;
    try {
      const run = (/** @type {number} */ timeout) => drawing.runInContext(context, { timeout });
      const svg = String(runWithin(drawMs, run, startProcessorClock()));
      const file = `diagram-${drawn.size}.svg`;
      writeFileSync(join(folder, file), printed(svg));
      drawn.set(source, file);
    } catch {
      // A source with an error, or of a kind that only browsers draw.
    }
  };
  JSON.parse(json, (key, value) => {
    if (key === 'diagram' && typeof value === 'string') draw(value);
    return value;
  });
  return Object.fromEntries(drawn);
}

/** @param {string} svg */
const printed = (svg) =>
  svg
    .replaceAll(styles, '')
    .replaceAll(/var\(--([\w-]+)(?:,[^()]*)?\)/g, (_all, name) => colors.get(name) ?? '#555555')
    .replaceAll(/<text /g, '<text font-family="Noto Sans" ');
