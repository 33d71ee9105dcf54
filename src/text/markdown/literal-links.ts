import type { Data, Processor } from 'unified';

type Extension = Exclude<NonNullable<Data['fromMarkdownExtensions']>[number], unknown[]>;
type Transform = NonNullable<Extension['transforms']>[number];

/** What a literal link has at least: see mdast-util-gfm-autolink-literal 2.0. */
export const maybeLink = /@|https?:|www\./i;

interface Node {
  readonly type: string;
  readonly value?: string;
  readonly children?: readonly Node[];
}

/**
 * A plugin of unified: has the transform of literal links look only at paragraphs, headings and cells with a text that can
 * contain one. It walks the whole tree, which takes a fifth of the time of a parser.
 */
export function quickLiteralLinks(this: Processor): void {
  const extensions = (this.data().fromMarkdownExtensions ?? []).flat();
  for (const extension of extensions) extension.transforms = extension.transforms?.map(onlyWherePossible);
}

const onlyWherePossible =
  (transform: Transform): Transform =>
  (tree) => {
    for (const node of parentsOfLinks(tree)) transform(node as typeof tree);
    return undefined;
  };

/** The outermost nodes with a text that can contain a link, outside of links. */
function parentsOfLinks(tree: Node): Node[] {
  const parents: Node[] = [];
  const pending = [tree];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node.type === 'link' || node.type === 'linkReference' || !node.children) continue;
    if (node.children.some(({ type, value }) => type === 'text' && maybeLink.test(value ?? ''))) parents.push(node);
    else pending.push(...node.children);
  }
  return parents;
}
