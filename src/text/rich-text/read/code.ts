import { blockWith, textNode, type Block } from '../document.ts';
import { markedLines, readCodeInfo } from './code-info.ts';

/** Creates a code block with source that no block can express. */
export const sourceAsCode = (source: string, syntax = 'markdown'): Block =>
  codeBlock(source.replace(/^\n+|\n+$/g, ''), { syntax });

/** Converts a fenced code block with its info string. */
export const readCodeBlock = (value: string, info: string): Block =>
  codeBlock(value, readCodeInfo(info), markedLines(info));

export const codeBlock = (value: string, data: Block['data'], highlighted: ReadonlySet<number> = new Set()): Block =>
  blockWith(
    'code',
    value
      .split(/\r\n|\r|\n/)
      .map((line, at) =>
        blockWith('code-line', [textNode(line)], { data: highlighted.has(at + 1) ? { highlighted: true } : {} }),
      ),
    { data },
  );
