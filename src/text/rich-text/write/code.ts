import type { MarkdownBlock } from '../../markdown/parser.ts';
import { blockTag } from './html.ts';
import { objectMember, listNodes, refuse, writeType, type InputPart } from './input-part.ts';
import { dataText, plainFrom } from './inlines.ts';

/**
 * Converts a code block to a fence, in a tag when it has a title, line numbers or overflow. Throws validation_failed.
 */
export function codeFrom(at: InputPart): MarkdownBlock[] {
  const syntax = dataText(at, 'syntax') ?? '';
  if (!/^[^\s`~]{0,50}$/.test(syntax))
    throw refuse({ value: syntax, path: `${at.path}.data.syntax` }, 'must be one word of at most 50 characters');
  const lines = listNodes(at).map((line) => {
    writeType(line, 'block', 'code-line');
    return { text: plainFrom(line), isHighlighted: objectMember(line, 'data')['highlighted'] === true };
  });
  const marked = lines.flatMap(({ isHighlighted }, index) => (isHighlighted ? [index + 1] : []));
  const meta = marked.length === 0 ? null : `{${marked.join()}}`;
  const value = lines.map(({ text }) => text).join('\n');
  const fence: MarkdownBlock = { type: 'code', lang: syntax === '' ? meta && 'text' : syntax, meta, value };
  const { lineNumbers, expandable, fullWidth } = objectMember(at, 'data');
  const attributes = {
    title: dataText(at, 'title'),
    overflow: dataText(at, 'overflow'),
    lineNumbers: typeof lineNumbers === 'boolean' ? String(lineNumbers) : undefined,
    expandable: expandable === true ? 'true' : undefined,
    fullWidth: fullWidth === true ? 'true' : undefined,
  };
  if (Object.values(attributes).every((one) => one === undefined)) return [fence];
  return [{ type: 'html', value: blockTag('code', attributes) }, fence, { type: 'html', value: blockTag('endcode') }];
}
