import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import layersFile from '../../scripts/lint/layers.json' with { type: 'json' };

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const layers: Readonly<Record<string, readonly string[]>> = layersFile.layers;

describe('docs/adr', () => {
  const decisions = readdirSync(new URL('../../docs/adr', import.meta.url)).filter((name) => name !== 'README.md');

  it('has an index with one line for each decision: `- [N](file) what it says`, under its wing', () => {
    const lines = [...read('docs/adr/README.md').matchAll(/^- \[(\d+)\]\(([^)]+)\) \S.*$/gm)];
    const listed = lines.map(([, , file = '']) => file).toSorted();
    const missing = decisions.filter((name) => !listed.includes(name));
    expect(missing, `Add a line for each of these to docs/adr/README.md`).toEqual([]);
    expect(listed).toEqual(decisions.toSorted());
    for (const [, number, file = ''] of lines) expect(Number(file.slice(0, 4)), file).toBe(Number(number));
  });

  it.each(decisions)('%s begins with its number and its status', (name) => {
    const [title, , status = ''] = read(`docs/adr/${name}`).split('\n');
    expect(title).toMatch(new RegExp(`^# ${Number(name.slice(0, 4))}\\. `));
    expect(status, 'The third line says "Status: accepted" or what superseded it').toMatch(
      /^(?:\*\*Status\.?\*\*|Status:) (?:accepted|superseded by \[)/i,
    );
  });
});

describe('ARCHITECTURE.md', () => {
  const page = read('ARCHITECTURE.md');

  /** The layers that can be reached from others over two or more arrows, which a picture leaves out. */
  const below = (layer: string): Set<string> => new Set((layers[layer] ?? []).flatMap((one) => [one, ...below(one)]));
  const directly = (layer: string) =>
    (layers[layer] ?? []).filter(
      (one) => !(layers[layer] ?? []).some((other) => other !== one && below(other).has(one)),
    );

  it('draws every layer of layers.json, with the arrows that no others imply', () => {
    const picture = page.split('```mermaid\n')[1]?.split('```')[0] ?? '';
    const drawn = [...picture.matchAll(/^ {2}(\S+) --> (.+)$/gm)].map(([, from = '', to = '']) => `${from} --> ${to}`);
    const arrows = Object.keys(layers)
      .filter((layer) => directly(layer).length > 0)
      .map((layer) => `${layer} --> ${directly(layer).join(' & ')}`);
    expect(drawn.toSorted()).toEqual(arrows.toSorted());
  });

  it.each(Object.keys(layers))('has a row for src/%s', (layer) => {
    expect(page).toMatch(new RegExp(`^\\| \`src/${layer.replace('.', '\\.')}\` +\\| \\S`, 'm'));
  });

  it.each(layersFile.wings)('names every domain of the wing %s', (wing) => {
    const [row = ''] = new RegExp(`^\\| \`${wing}\` .*$`, 'm').exec(page) ?? [];
    const domains = readdirSync(new URL(`../../src/domain/${wing}`, import.meta.url), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
    expect(
      domains.filter((name) => !row.includes(`\`${name}\``)),
      'Add them to the table of wings',
    ).toEqual([]);
  });
});
