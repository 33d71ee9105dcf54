import { leftOut } from './construct.ts';

/** How a line of code is marked: only shown in another color, or as one that an edit adds or removes. */
export type Mark = 'shown' | 'added' | 'removed';

/** A line of code, and the number of its line in the source. */
export interface CodeLine {
  /** What stands before the code, in a list or quote. */
  readonly lead: string;
  readonly text: string;
  readonly from: number;
  readonly mark?: Mark | undefined;
}

/** Notes what code says that is not carried over. */
export type Lose = (reason: string, text: string, line: number) => void;

/** Reads the comments by which a tool marks or hides lines, and returns the lines without them. */
export type ReadComments = (lines: readonly CodeLine[], info: string, lose: Lose) => readonly CodeLine[];

const opens = String.raw`(?:\/\/|\{?\/\*|<!--|#|--|;+|%+|"|')`;
const closes = String.raw`(?:\*\/\}?|-->)`;

const strongest = (marks: readonly Mark[]): Mark | undefined =>
  (['removed', 'added', 'shown'] as const).find((mark) => marks.includes(mark));

const notation = new RegExp(
  String.raw`[ \t]*${opens}?[ \t]*\[!code[ \t]+([\w+-]{1,20})(?::([^\]\n]{1,200}))?[ \t]*\][ \t]*${closes}?\s*$`,
);

const notationMarks: Readonly<Record<string, Mark | 'word'>> = {
  '++': 'added',
  '--': 'removed',
  hl: 'shown',
  highlight: 'shown',
  focus: 'shown',
  error: 'shown',
  warning: 'shown',
  info: 'shown',
  word: 'word',
};

/** `// [!code ++]` at the end of a line, and on a line of its own for the next: https://shiki.style/packages/transformers */
export const readNotation: ReadComments = (lines, _info, lose) => {
  let ahead: { readonly mark: Mark; readonly left: number }[] = [];
  return lines.flatMap((line) => {
    const found: typeof ahead = [];
    let { text } = line;
    for (;;) {
      const [whole, name = '', more] = notation.exec(text) ?? [];
      const mark = notationMarks[name];
      if (whole === undefined || mark === undefined) break;
      text = text.slice(0, -whole.length);
      if (mark === 'word') lose(leftOut('Marks of words in code'), line.text.trim(), line.from);
      else found.push({ mark, left: Math.min(Number(more) || 1, 1_000) });
    }
    const isAlone = text.trim() === '' && text !== line.text.trimEnd() && line.text.trim() !== '';
    if (isAlone) {
      ahead.push(...found);
      return [];
    }
    const all = [...ahead, ...found];
    ahead = all.flatMap(({ mark, left }) => (left > 1 ? [{ mark, left: left - 1 }] : []));
    const mark = strongest([...all.map((one) => one.mark), ...(line.mark ? [line.mark] : [])]);
    return [{ ...line, text: text.replaceAll('[!!code', '[!code'), mark }];
  });
};

/** The words of a comment for the next line, or for those between two. */
export interface MagicComment {
  readonly line?: string | undefined;
  readonly start?: string | undefined;
  readonly end?: string | undefined;
}

const commentLine = new RegExp(String.raw`^\s*${opens}[ \t]*(\S[^\n]{0,200}?)[ \t]*${closes}?\s*$`);

/** `// highlight-next-line`: https://docusaurus.io/docs/markdown-features/code-blocks#highlighting-with-comments */
export const readMagicComments =
  (comments: readonly MagicComment[]): ReadComments =>
  (lines) => {
    let isNext = false;
    let end: string | undefined;
    return lines.flatMap((line) => {
      const words = commentLine.exec(line.text)?.[1];
      const said = words === undefined ? undefined : comments.find((one) => Object.values(one).includes(words));
      if (said === undefined) {
        const isMarked = isNext || end !== undefined;
        isNext = false;
        return [isMarked ? { ...line, mark: strongest(['shown', ...(line.mark ? [line.mark] : [])]) } : line];
      }
      if (words === said.line) isNext = true;
      else if (words === said.start) end = said.end;
      else end = undefined;
      return [];
    });
  };

/** Lines that Twoslash hides, and its questions: https://twoslash.netlify.app/refs/notations */
export const readTwoslash: ReadComments = (lines, info, lose) => {
  if (!/\btwoslash\b/.test(info)) return lines;
  const cut = (name: string) => {
    const sign = new RegExp(`^\\s*//\\s*---${name}---\\s*$`);
    return lines.findIndex(({ text }) => sign.test(text));
  };
  const from = Math.max(cut('cut'), cut('cut-before')) + 1;
  const after = cut('cut-after');
  return lines.filter(({ text, from: line }, at) => {
    const isHidden = at < from || (after >= 0 && at >= after);
    if (!isHidden && !/^\s*\/\/\s*(?:\^[?|^]|@(?!filename)\w+)/.test(text)) return true;
    lose(leftOut('Lines that Twoslash hides, and its questions'), text.trim(), line);
    return false;
  });
};

/** Lines of Rust that rustdoc hides: https://rust-lang.github.io/mdBook/format/mdbook.html#hiding-code-lines */
export const readHiddenRust: ReadComments = (lines, info, lose) => {
  if (!/^[ \t{.]*rust\b/.test(info)) return lines;
  return lines.flatMap((line) => {
    if (!/^\s*#(?:[ \t]|\s*$)/.test(line.text)) return [{ ...line, text: line.text.replace(/^(\s*)##/, '$1#') }];
    lose(leftOut('Lines of Rust that mdBook hides'), line.text.trim(), line.from);
    return [];
  });
};
