import { blockTypes, inlineTypes, marks } from '../src/text/rich-text/document.ts';

type Node = Record<string, any>;

const hasText = new Set(['paragraph', 'heading-1', 'heading-2', 'heading-3', 'code-line']);
const neverEmpty = new Set([
  'hint',
  'list-item',
  'tabs',
  'tabs-item',
  'stepper',
  'stepper-step',
  'columns',
  'column',
  'images',
]);
const voids = new Set(
  'divider image file embed content-ref table math expandable swagger openapi-operation openapi-schemas openapi-webhook reusable-content markdown'.split(
    ' ',
  ),
);
const lists = new Set(['list-ordered', 'list-unordered', 'list-tasks']);
const kinds = new Set(['url', 'file', 'page', 'anchor', 'space', 'user', 'collection', 'reusable-content', 'openapi']);

/** Returns the parts of a document that a renderer of published sites cannot show, or shows wrongly. */
export function problemsIn(document: Node): string[] {
  const problems: string[] = [];
  const keys = new Set<string>();
  const ids = new Set<string>();
  const say = (path: string, what: string) => problems.push(`${path}: ${what}`);
  const key = (node: Node, path: string) => {
    if (typeof node['key'] !== 'string' || node['key'] === '') say(path, 'has no key');
    else if (keys.has(node['key'])) say(path, `repeats the key ${node['key']}`);
    keys.add(node['key']);
  };
  const ref = (value: Node | undefined, path: string) => {
    if (!kinds.has(value?.['kind'])) say(path, `has a reference of kind ${String(value?.['kind'])}`);
  };
  const inline = (node: Node, path: string): void => {
    key(node, path);
    if (node['object'] === 'text') {
      if (!Array.isArray(node['leaves']) || node['leaves'].length === 0) return void say(path, 'has no leaves');
      for (const leaf of node['leaves']) {
        if (leaf.object !== 'leaf' || typeof leaf.text !== 'string' || !Array.isArray(leaf.marks))
          say(path, 'has a bad leaf');
        for (const mark of leaf.marks ?? []) {
          if (!marks.includes(mark.type)) say(path, `has the mark ${mark.type}`);
          if (mark.type === 'color' && !(mark.data?.text && mark.data.background))
            say(path, 'has a mark without colours');
        }
      }
      return;
    }
    if (node['object'] !== 'inline' || !inlineTypes.includes(node['type']))
      return void say(path, `is ${node['object']} ${node['type']}`);
    if (typeof node['data'] !== 'object') say(path, 'has no data');
    if ('ref' in node['data']) ref(node['data'].ref, path);
    if (node['type'] === 'link' || node['type'] === 'annotation')
      for (const [at, one] of node['nodes'].entries()) inline(one, `${path}.${at}`);
    fragments(node, path);
  };
  const fragments = (node: Node, path: string) => {
    for (const [at, one] of (node['fragments'] ?? []).entries()) {
      if (one.object !== 'fragment' || !Array.isArray(one.nodes) || one.nodes.length === 0)
        say(path, 'has a bad fragment');
      key(one, `${path}#${at}`);
      for (const [place, inside] of one.nodes.entries()) block(inside, `${path}#${at}.${place}`, 'fragment');
    }
  };
  const block = (node: Node, path: string, parent: string): void => {
    const type: string = node['type'];
    const here = `${path} ${type}`;
    if (node['object'] !== 'block' || !(blockTypes as readonly string[]).includes(type))
      return void say(path, `is ${node['object']} ${type}`);
    key(node, here);
    if (typeof node['data'] !== 'object' || node['data'] === null) say(here, 'has no data');
    if (node['meta']?.id !== undefined) {
      if (ids.has(node['meta'].id) && type !== 'swagger' && !type.startsWith('openapi'))
        say(here, `repeats the id ${node['meta'].id}`);
      ids.add(node['meta'].id);
    }
    if ('ref' in node['data']) ref(node['data'].ref, here);
    if ((type === 'list-item') !== lists.has(parent)) say(here, `stands in ${parent}`);
    if ((type === 'code-line') !== (parent === 'code')) say(here, `stands in ${parent}`);
    if (voids.has(type)) {
      if (node['isVoid'] !== true) say(here, 'is not void');
    } else if (!Array.isArray(node['nodes'])) return void say(here, 'has no nodes');
    if (neverEmpty.has(type) && node['nodes'].length === 0) say(here, 'is empty');
    const [first] = node['nodes'] ?? [];
    if (type === 'list-item' && first?.type?.startsWith('list-') && first.nodes.length === 0)
      say(here, 'begins with an empty list');
    if (type === 'table') table(node, here);
    if (type === 'expandable' && node['fragments']?.length !== 2) say(here, 'lacks a fragment');
    for (const [at, one] of (node['nodes'] ?? []).entries())
      if (hasText.has(type)) inline(one, `${path}.${at}`);
      else block(one, `${path}.${at}`, type);
    fragments(node, path);
  };
  const table = ({ data: { view, definition, records }, fragments: cells = [] }: Node, path: string) => {
    if (view.type !== 'grid' && view.type !== 'cards') say(path, `has the view ${view.type}`);
    const names = new Set(cells.map((one: Node) => one['fragment']));
    for (const column of view.columns) if (!definition[column]) say(path, `shows ${column}, which is not defined`);
    for (const { type, title } of Object.values<Node>(definition))
      if (typeof title !== 'string') say(path, `has a column of ${type} without a title`);
    for (const { orderIndex, values } of Object.values<Node>(records)) {
      if (typeof orderIndex !== 'string') say(path, 'has a row without an order');
      for (const [column, value] of Object.entries(values)) {
        const type = definition[column]?.type;
        if (['select', 'files', 'users'].includes(type) && !Array.isArray(value))
          say(path, `has a cell of ${type} that is no list`);
        if (type === 'text' && !names.has(value)) say(path, 'has a cell without its fragment');
      }
    }
  };
  if (document['object'] !== 'document' || !Array.isArray(document['nodes'])) return ['is no document'];
  for (const [at, node] of document['nodes'].entries()) block(node, String(at), 'document');
  return problems;
}
