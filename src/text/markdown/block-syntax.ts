import type { Data } from 'unified';
import { htmlBeforeTags } from './html-flow.ts';
import {
  isBlank,
  isEnd,
  type Code,
  type Construct,
  type MicromarkExtension,
  type State,
  type Tokenizer,
} from './micromark.ts';
import { closesLongTag, maxLongTag, opensLongTag, opensTag } from './long-tag.ts';

type Effects = Parameters<Tokenizer>[0];
type FromMarkdown = Exclude<NonNullable<Data['fromMarkdownExtensions']>[number], unknown[]>;

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    lineTag: 'lineTag';
    lineTagPart: 'lineTagPart';
    indentedBlock: 'indentedBlock';
    indentedBlockHead: 'indentedBlockHead';
    indentedBlockIndent: 'indentedBlockIndent';
    inlineFormula: 'inlineFormula';
    inlineFormulaPart: 'inlineFormulaPart';
    inlineFormulaMark: 'inlineFormulaMark';
  }
}

/** Lines that are a tag of a block syntax: `{% hint %}`, `:::tip`, `::tip`, `/// note`, `{{< figure >}}`, `$$`. */
const lineTags: Readonly<Record<string, RegExp>> = {
  '{': /^(?:\{%.{0,4000}%\}|\{\{[<%#].{0,4000}\}\})[ \t]*$/,
  ':': /^(?::{3,}(?:[ \t]*[^`]{0,500}|[ \t]*[a-z][\w-]{0,60}[ \t[].{0,500})|::(?:[a-z][\w-]{0,60}(?:[ \t]*[[{].{0,500})?)?[ \t]*)$/i,
  '/': /^\/{3,}[ \t]*(?:[a-z][\w-]{0,60}[ \t]*(?:\|.{0,500})?)?$/i,
  $: /^\$\$[ \t]*$/,
};

/** Whether a line is a tag of a block syntax. */
export const isLineTag = (line: string): boolean => lineTags[line.charAt(0)]?.test(line) === true;

/** The head of a block whose content is indented: `!!! note "Title"`, `??? tip`, `=== "Tab"`. */
const heads: Readonly<Record<string, RegExp>> = {
  '!': /^!!!\+?[ \t]+[a-z][^\n]{0,500}$/i,
  '?': /^\?\?\?\+?[ \t]+[a-z][^\n]{0,500}$/i,
  '=': /^===[+!]?[ \t]+"[^"\n]{0,500}"[ \t]*$/,
};

/** Where a line may begin with one of these tags or heads, also within lists and quotes, or a formula stands in a text. */
export const maybeBlockSyntax = /^[\s>*+\d.)-]{0,200}(?:\{[%{]|:{2}|\/{3}|!{3}|\?{3}|===)|\$\$/m;

/** Negative codes are a tab, and the columns that it takes. */
const letter = (code: NonNullable<Code>) => {
  if (code === -2) return '\t';
  return code < 0 ? '' : String.fromCharCode(code);
};

/** Consumes the rest of a line as a token, if the whole line matches. */
function wholeLine(
  effects: Effects,
  type: 'lineTag' | 'indentedBlockHead',
  patterns: Readonly<Record<string, RegExp>>,
) {
  return (ok: (code: Code) => ReturnType<ReturnType<Tokenizer>>, nok: typeof ok) => {
    let line = '';
    const inside = (code: Code): ReturnType<typeof ok> => {
      if (code === null || isEnd(code)) {
        effects.exit(type);
        return patterns[line.charAt(0)]?.test(line) ? ok(code) : nok(code);
      }
      line += letter(code);
      effects.consume(code);
      return inside as ReturnType<typeof ok>;
    };
    return (code: Code) => {
      effects.enter(type);
      return inside(code);
    };
  };
}

const tokenizeLineTag: Tokenizer = (effects, ok, nok) => wholeLine(effects, 'lineTag', lineTags)(ok, nok);

/** A tag of an integration, which is the only one whose attributes may have several lines: `{% @mermaid/diagram content="…" %}`. */
const tokenizeLongTag: Tokenizer = function (effects, ok, nok) {
  const { parser } = this;
  let line = '';
  let size = 0;
  let lines = 0;
  const inside = (code: Code): State | undefined => {
    if (code !== null && !isEnd(code)) {
      line += letter(code);
      size += 1;
      if (size > maxLongTag) return nok(code);
      effects.consume(code);
      return inside as State;
    }
    effects.exit('lineTagPart');
    lines += 1;
    if (lines === 1 ? !opensLongTag.test(line) : opensTag.test(line)) return nok(code);
    if (lines > 1 && closesLongTag.test(line)) {
      effects.exit('lineTag');
      return ok(code);
    }
    if (code === null) return nok(code);
    line = '';
    return next(code);
  };
  const next = (code: NonNullable<Code>): State | undefined => {
    effects.enter('lineEnding');
    effects.consume(code);
    effects.exit('lineEnding');
    return start as State;
  };
  const start = (code: Code): State | undefined => {
    if (code === null || parser.lazy[this.now().line]) return nok(code);
    if (isEnd(code)) return next(code);
    effects.enter('lineTagPart');
    return inside(code);
  };
  return (code) => {
    effects.enter('lineTag');
    effects.enter('lineTagPart');
    return inside(code);
  };
};

const tokenizeHead: Tokenizer = function (effects, ok, nok) {
  return (code) => {
    effects.enter('indentedBlock')._container = true;
    return wholeLine(effects, 'indentedBlockHead', heads)(ok, nok)(code);
  };
};

const blankRest: Construct = {
  partial: true,
  tokenize: (effects, ok, nok) => {
    const inside: ReturnType<Tokenizer> = (code) => {
      if (code === null || isEnd(code)) {
        effects.exit('indentedBlockIndent');
        return ok(code);
      }
      if (!isBlank(code)) return nok(code);
      effects.consume(code);
      return inside;
    };
    return (code) => {
      if (code === null || isEnd(code)) return ok(code);
      effects.enter('indentedBlockIndent');
      return inside(code);
    };
  },
};

const fourBlanks: Construct = {
  partial: true,
  tokenize: (effects, ok, nok) => {
    let size = 0;
    const inside: ReturnType<Tokenizer> = (code) => {
      if (size === 4) {
        effects.exit('indentedBlockIndent');
        return ok(code);
      }
      if (!isBlank(code)) return nok(code);
      size += 1;
      effects.consume(code);
      return inside;
    };
    return (code) => {
      effects.enter('indentedBlockIndent');
      return inside(code);
    };
  },
};

const continueIndented: Tokenizer = (effects, ok, nok) =>
  effects.check(blankRest, ok, effects.attempt(fourBlanks, ok, nok));

/** A formula between two `$$`, which may be in different lines of a paragraph. */
const tokenizeInlineFormula: Tokenizer = (effects, ok, nok) => {
  let dollars = 0;
  let size = 0;
  const open: ReturnType<Tokenizer> = (code) => {
    if (code !== 36) return nok(code);
    effects.consume(code);
    dollars += 1;
    if (dollars < 2) return open;
    effects.exit('inlineFormulaMark');
    return first;
  };
  const first: ReturnType<Tokenizer> = (code) => (code === 36 ? nok(code) : between(code));
  const between: ReturnType<Tokenizer> = (code) => {
    if (code === null || size > maxFormula) return nok(code);
    if (isEnd(code)) {
      effects.enter('lineEnding');
      effects.consume(code);
      effects.exit('lineEnding');
      return between;
    }
    if (code === 36) return close(code);
    effects.enter('inlineFormulaPart');
    return part(code);
  };
  const part: ReturnType<Tokenizer> = (code) => {
    if (code === null || code === 36 || isEnd(code)) {
      effects.exit('inlineFormulaPart');
      return between(code);
    }
    size += 1;
    effects.consume(code);
    return part;
  };
  const close: ReturnType<Tokenizer> = (code) => {
    effects.enter('inlineFormulaMark');
    effects.consume(code);
    return closed;
  };
  const closed: ReturnType<Tokenizer> = (code) => {
    if (code !== 36 || size === 0) return nok(code);
    effects.consume(code);
    effects.exit('inlineFormulaMark');
    effects.exit('inlineFormula');
    return ok;
  };
  return (code) => {
    effects.enter('inlineFormula');
    effects.enter('inlineFormulaMark');
    return open(code);
  };
};

const maxFormula = 5_000;

const isPlainDollar: NonNullable<Construct['previous']> = (code) => code !== 36 && code !== 92;

/** Line tags, indented blocks and formulas as micromark constructs. */
export const blockSyntax: MicromarkExtension = {
  flow: {
    60: htmlBeforeTags,
    123: [
      { name: 'lineTag', tokenize: tokenizeLineTag },
      { name: 'lineTag', tokenize: tokenizeLongTag },
    ],
    // A tag with properties below it is read first.
    58: { name: 'lineTag', tokenize: tokenizeLineTag, add: 'after' },
    47: { name: 'lineTag', tokenize: tokenizeLineTag },
    36: { name: 'lineTag', tokenize: tokenizeLineTag },
  },
  document: Object.fromEntries(
    [33, 63, 61].map((code) => [
      code,
      {
        name: 'indentedBlock',
        tokenize: tokenizeHead,
        continuation: { tokenize: continueIndented },
        exit: (effects: Effects) => {
          effects.exit('indentedBlock');
        },
      },
    ]),
  ),
  text: { 36: { name: 'inlineFormula', tokenize: tokenizeInlineFormula, previous: isPlainDollar } },
};

/** Makes nodes of the tokens of `blockSyntax`. */
export const blockSyntaxToTree: FromMarkdown = {
  enter: {
    lineTag(token) {
      this.enter({ type: 'lineTag', value: this.sliceSerialize(token).trim() } as never, token);
    },
    indentedBlock(token) {
      this.enter({ type: 'indentedBlock', head: '', children: [] } as never, token);
    },
    inlineFormula(token) {
      this.enter({ type: 'inlineFormula', value: this.sliceSerialize(token).slice(2, -2) } as never, token);
    },
  },
  exit: {
    lineTag(token) {
      this.exit(token);
    },
    indentedBlockHead(token) {
      const node = this.stack.at(-1) as unknown as { head: string };
      node.head = this.sliceSerialize(token).trim();
    },
    indentedBlock(token) {
      this.exit(token);
    },
    inlineFormula(token) {
      this.exit(token);
    },
  },
};
