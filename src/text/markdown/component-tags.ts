import { isBlank, isEnd, type Code, type Construct, type MicromarkExtension, type State } from './micromark.ts';

/** Elements of HTML in upper case, which are no components. */
const upperCase =
  /^<\/?(?:A|B|BIG|BLOCKQUOTE|BODY|BR|CAPTION|CENTER|CODE|COL|COLGROUP|DD|DETAILS|DIV|DL|DT|EM|FONT|H[1-6]|HR|I|IMG|KBD|LI|OL|P|PRE|SECTION|SMALL|SPAN|STRONG|SUB|SUMMARY|SUP|TABLE|TBODY|TD|TFOOT|TH|THEAD|TR|TT|U|UL)(?=[\s/>]|$)/;

/** Whether a tag is one of a component: its name has a capital, and is no element of HTML in upper case. */
export const isComponentTag = (tag: string): boolean => /^<\/?[A-Z]/.test(tag) && !upperCase.test(tag);

const endTags = /<\/([A-Z][\w.]{0,60})>[ \t]*\r?$/gm;

/** Names of components whose end tags end a line of a text. */
export const pairedComponents = (text: string): ReadonlySet<string> =>
  new Set(Array.from(text.matchAll(endTags), ([, name = '']) => name));

/** Whether a text can have tags of components on lines of their own. */
export const hasComponents = (text: string): boolean => /^[ \t>*+\d.)-]{0,60}<\/?[A-Z]/m.test(text);

const lineTag = /^<(\/)?([A-Z][\w.]{0,60})(?:\s[^\n]*)?>[ \t]*$/;

/** Follows the components of a text line by line: returns whether one is open below a line that has a tag alone. */
export function componentNesting(text: string): (line: string) => boolean {
  const paired = hasComponents(text) ? pairedComponents(text) : new Set<string>();
  const open: string[] = [];
  return (line) => {
    const [, slash, name = ''] = (paired.size > 0 && lineTag.exec(line)) || [];
    if (paired.has(name) && isComponentTag(line) && !line.trimEnd().endsWith('/>'))
      nest(open, { name, role: slash === undefined ? 'open' : 'close' });
    return open.length > 0;
  };
}

/** Maximum length of a tag. */
const maxTag = 4_000;

/** Characters of a text that may be read as the beginning of a tag in vain. */
const maxVain = 400_000;

const lessThan = 60;

/**
 * Tags of components on lines of their own, as MDX has them: a tag opens or ends a block without blank lines around it, may
 * have line ends and expressions in it, and what is indented within a pair is no code. `paired` are the components of the text
 * that have an end tag; a start tag without one is HTML as in CommonMark. See ADR 60.
 */
export function componentTags(paired: ReadonlySet<string>): MicromarkExtension {
  const open: string[] = [];
  let vain = 0;
  const construct: Construct = {
    name: 'componentTag',
    // A `>` at the start of a line of a tag begins no quote.
    concrete: true,
    tokenize(effects, ok, nok) {
      const { parser } = this;
      const scan = new TagScan();
      const miss: typeof nok = (code) => {
        vain += scan.length;
        return nok(code);
      };
      const done = (code: Code): State | undefined => {
        const found = scan.found();
        if (!found || !isAccepted(found, { paired, isInterrupting: this.interrupt === true })) return miss(code);
        effects.exit('htmlFlowData');
        effects.exit('htmlFlow');
        if (this.interrupt !== true) setCodeIndented(parser.constructs.disable, nest(open, found));
        return ok(code);
      };
      const inside = (code: Code): State | undefined => {
        if (scan.isComplete && isEnd(code)) return done(code);
        if (code === null || !scan.take(code)) return miss(code);
        if (!isEnd(code)) {
          effects.consume(code);
          return inside as State;
        }
        effects.exit('htmlFlowData');
        effects.enter('lineEnding');
        effects.consume(code);
        effects.exit('lineEnding');
        return lineStart as State;
      };
      const lineStart = (code: Code): State | undefined => {
        if (isEnd(code) || parser.lazy[this.now().line]) return miss(code);
        effects.enter('htmlFlowData');
        return inside(code);
      };
      return (code) => {
        if (code !== lessThan || vain > maxVain) return nok(code);
        effects.enter('htmlFlow');
        effects.enter('htmlFlowData');
        return inside(code);
      };
    },
  };
  return { flow: { [lessThan]: construct }, text: { [lessThan]: dottedTag() } };
}

/** A tag in a line whose name has a point, such as `<Tabs.Tab>`, which CommonMark takes for text. */
function dottedTag(): Construct {
  let vain = 0;
  return {
    name: 'dottedTag',
    tokenize(effects, ok, nok) {
      const scan = new TagScan();
      const miss: typeof nok = (code) => {
        vain += scan.length;
        return nok(code);
      };
      const inside = (code: Code): State | undefined => {
        if (!scan.isComplete) {
          if (code === null || isEnd(code) || !scan.take(code)) return miss(code);
          effects.consume(code);
          return inside as State;
        }
        if (scan.found()?.name.includes('.') !== true) return miss(code);
        effects.exit('htmlTextData');
        effects.exit('htmlText');
        return ok(code);
      };
      return (code) => {
        if (vain > maxVain) return nok(code);
        effects.enter('htmlText');
        effects.enter('htmlTextData');
        return inside(code);
      };
    },
  };
}

interface FoundTag {
  readonly name: string;
  readonly role: 'open' | 'close' | 'alone';
}

/** A tag without content ends no paragraph, because it may stand in its text. */
function isAccepted(
  { name, role }: FoundTag,
  { paired, isInterrupting }: { paired: ReadonlySet<string>; isInterrupting: boolean },
) {
  if (role === 'alone') return !isInterrupting;
  return role === 'close' || paired.has(name);
}

/** Maximum number of components in each other. */
const maxOpen = 500;

/** Follows a tag into or out of components. Returns whether one is open. */
function nest(open: string[], { name, role }: FoundTag): boolean {
  const from = open.lastIndexOf(name);
  if (role === 'open' && open.length < maxOpen) open.push(name);
  if (role === 'close' && from >= 0) open.length = from;
  return open.length > 0;
}

function setCodeIndented(disable: { null?: string[] | undefined }, isDisabled: boolean): void {
  const others = (disable.null ?? []).filter((name) => name !== 'codeIndented');
  disable.null = isDisabled ? [...others, 'codeIndented'] : others;
}

/** Reads a tag code by code. Braces and quotes may hold any text. */
class TagScan {
  #text = '';
  #quote = '';
  #depth = 0;
  isComplete = false;

  get length(): number {
    return this.#text.length;
  }

  /** Takes a code. Returns false when what was read is no tag alone on its lines. */
  take(code: NonNullable<Code>): boolean {
    if (this.isComplete) return isBlank(code);
    const letter = readLetter(code);
    this.#text += letter;
    if (this.#text.length > maxTag || (this.#text.length === 3 && !/^<(?:\/[A-Z]|[A-Z])/.test(this.#text)))
      return false;
    if (this.#quote !== '') {
      if (letter === this.#quote) this.#quote = '';
      return true;
    }
    if (/["'`]/.test(letter)) {
      this.#quote = letter;
      return true;
    }
    if (letter === '{') this.#depth += 1;
    if (letter === '}') this.#depth -= 1;
    if (this.#depth > 0) return true;
    if (letter === '<') return this.#text === '<';
    this.isComplete = letter === '>';
    return this.#depth === 0;
  }

  found(): FoundTag | null {
    const [, slash, name] = /^<(\/)?([A-Z][\w.]{0,60})(?=[\s/>])/.exec(this.#text) ?? [];
    if (name === undefined || !isComponentTag(this.#text)) return null;
    if (slash !== undefined) return /^<\/[\w.]+\s*>$/.test(this.#text) ? { name, role: 'close' } : null;
    return { name, role: this.#text.endsWith('/>') ? 'alone' : 'open' };
  }
}

/** A tab is a blank, and so are line ends. Letters outside the first plane are in no name. */
const readLetter = (code: number) => {
  if (code < -2) return '\n';
  return code < 0 ? ' ' : String.fromCharCode(code);
};
