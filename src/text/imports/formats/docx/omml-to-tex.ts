import { childNamed, childrenNamed, isOn, type MathNode, parseMath, findProperty, readText } from './omml-nodes.ts';
import { accents, escapeTexText, functions, joinTex, texOfCharacter, trimTex } from './omml-symbols.ts';

/**
 * Converts a formula from Office Math Markup Language to TeX; null when the XML is malformed or empty. An element
 * without an equivalent in TeX is replaced by its content.
 */
export function texOfOmml(xml: string): string | null {
  const node = parseMath(xml);
  const tex = node === null ? '' : trimTex(writeTex(node));
  return tex === '' ? null : tex;
}

const writeTex = (node: MathNode): string => converters[node.name]?.(node) ?? writeContent(node);

/** TeX of the content of an element, without its properties and deleted parts. */
const writeContent = ({ children }: MathNode): string =>
  joinTex(children.filter(({ name }) => !isLeftOut(name)).map(writeTex));

const isLeftOut = (name: string) => name.endsWith('Pr') || name === 'del' || name === 'moveFrom' || name === '#text';

/** TeX of a child; empty when absent. */
const writePart = (node: MathNode, name: string): string => {
  const child = childNamed(node, name);
  return child ? trimTex(writeContent(child)) : '';
};

const braced = (tex: string) => `{${tex}}`;

/** TeX of the base of a script, in braces unless it is one letter, digit or command. */
const writeBase = (node: MathNode) => {
  const tex = writePart(node, 'e');
  return /^(?:[\p{L}\d]|\\[A-Za-z]+|\\(?:mathbb|mathbf|mathrm|mathcal)\{\w\})$/u.test(tex) ? tex : braced(tex);
};

const sub = (node: MathNode) => `_${braced(writePart(node, 'sub'))}`;
const sup = (node: MathNode) => `^${braced(writePart(node, 'sup'))}`;

type Convert = (node: MathNode) => string;

const converters: Readonly<Record<string, Convert | undefined>> = {
  oMathPara: (node) => childrenNamed(node, 'oMath').map(writeContent).join(' \\\\ '),
  r: writeRun,
  f: writeFraction,
  rad: (node) => {
    const degree = isOn(node, 'degHide') ? '' : writePart(node, 'deg');
    return `\\sqrt${degree === '' ? '' : `[${braced(degree)}]`}${braced(writePart(node, 'e'))}`;
  },
  sSup: (node) => writeBase(node) + sup(node),
  sSub: (node) => writeBase(node) + sub(node),
  sSubSup: (node) => writeBase(node) + sub(node) + sup(node),
  sPre: (node) => `{}${sub(node)}${sup(node)}${writeBase(node)}`,
  nary: writeNary,
  d: writeDelimited,
  m: (node) => {
    const rows = childrenNamed(node, 'mr').map((row) => childrenNamed(row, 'e').map(writeContent).join(' & '));
    return `\\begin{matrix}${rows.join(' \\\\ ')}\\end{matrix}`;
  },
  eqArr: (node) => {
    const rows = childrenNamed(node, 'e').map((row) => writeContent(row).replaceAll('\\&', '&'));
    return `\\begin{aligned}${rows.join(' \\\\ ')}\\end{aligned}`;
  },
  acc: (node) => `\\${accents[findProperty(node, 'chr') ?? '\u0302'] ?? 'hat'}${braced(writePart(node, 'e'))}`,
  bar: (node) => `\\${findProperty(node, 'pos') === 'top' ? 'overline' : 'underline'}${braced(writePart(node, 'e'))}`,
  groupChr: (node) => {
    const character = findProperty(node, 'chr') ?? '⏟';
    const place = findProperty(node, 'pos') === 'top' ? 'over' : 'under';
    const command = accents[character];
    if (command === `${place}brace`) return `\\${command}${braced(writePart(node, 'e'))}`;
    return `\\${place}set${braced(texOfCharacter(character))}${braced(writePart(node, 'e'))}`;
  },
  limLow: (node) => {
    const base = writeFunction(writePart(node, 'e'));
    const limit = braced(writePart(node, 'lim'));
    return /^\\(?:[a-zA-Z]+|operatorname\{.*\}|underbrace\{.*\})$/.test(base)
      ? `${base}_${limit}`
      : `\\underset${limit}${braced(base)}`;
  },
  limUpp: (node) => {
    const base = writePart(node, 'e');
    const limit = braced(writePart(node, 'lim'));
    return /^\\overbrace\{.*\}$/.test(base) ? `${base}^${limit}` : `\\overset${limit}${braced(base)}`;
  },
  func: (node) => joinTex([writeFunction(writePart(node, 'fName')), writeArgument(writePart(node, 'e'))]),
  borderBox: (node) => `\\boxed${braced(writePart(node, 'e'))}`,
  phant: (node) =>
    ['0', 'off', 'false'].includes(findProperty(node, 'show') ?? '')
      ? `\\phantom${braced(writePart(node, 'e'))}`
      : writePart(node, 'e'),
};

const styles: Readonly<Record<string, string>> = {
  'double-struck': 'mathbb',
  fraktur: 'mathfrak',
  script: 'mathcal',
  'sans-serif': 'mathsf',
  monospace: 'mathtt',
  b: 'mathbf',
  bi: 'boldsymbol',
};

/** TeX of a run of text in the style of its properties. */
function writeRun(node: MathNode): string {
  const text = childrenNamed(node, 't').map(readText).join('');
  // A run may contain two `rPr`, one of the formula and one of Word; merge both.
  const properties = childrenNamed(node, 'rPr').flatMap(({ children }) => children);
  const value = (name: string) => properties.find((one) => one.name === name)?.attributes['val'];
  if (properties.some(({ name, attributes }) => name === 'nor' && attributes['val'] !== '0'))
    return text === '' ? '' : `\\text${braced(escapeTexText(text))}`;
  const tex = joinTex(Array.from(text, texOfCharacter));
  const style = styles[value('scr') ?? ''] ?? styles[value('sty') ?? ''];
  if (style !== undefined && text.trim() !== '') return `\\${style}${braced(tex)}`;
  if (value('sty') !== 'p' || !/^[A-Za-z]+$/.test(text)) return tex;
  return functions.has(text) ? `\\${text}` : `\\mathrm${braced(text)}`;
}

function writeFraction(node: MathNode): string {
  const [top, bottom] = [braced(writePart(node, 'num')), braced(writePart(node, 'den'))];
  switch (findProperty(node, 'type') ?? 'bar') {
    case 'noBar':
      return `\\begin{matrix}${top} \\\\ ${bottom}\\end{matrix}`;
    case 'lin':
      return `${top}/${bottom}`;
    case 'skw':
      return `{}^${top}/_${bottom}`;
    default:
      return `\\frac${top}${bottom}`;
  }
}

function writeNary(node: MathNode): string {
  const character = findProperty(node, 'chr') ?? '∫';
  const sign = texOfCharacter(character);
  const isIntegral = /^\\[io]+nt$/.test(sign);
  const place = isIntegral && findProperty(node, 'limLoc') === 'undOvr' ? '\\limits' : '';
  const scripts = [isOn(node, 'subHide') ? '' : sub(node), isOn(node, 'supHide') ? '' : sup(node)].filter(
    (script) => !script.endsWith('{}') && script !== '',
  );
  const isOperator = sign.startsWith('\\');
  return joinTex([
    isOperator ? sign : `\\mathop${braced(sign)}`,
    ...(scripts.length === 0 ? [] : [place, ...scripts]),
    writeArgument(writePart(node, 'e')),
  ]);
}

/** Puts the operand of an operator or function in braces unless it already has delimiters. */
const writeArgument = (tex: string) => (tex === '' || /^\\left|^[{(]/.test(tex) ? tex : braced(tex));

function writeDelimited(node: MathNode): string {
  const [begin, end] = [findProperty(node, 'begChr') ?? '(', findProperty(node, 'endChr') ?? ')'];
  const character = findProperty(node, 'sepChr') ?? '|';
  const separator = character === '|' ? '\\mid' : texOfCharacter(character);
  const parts = childrenNamed(node, 'e').map((part) => trimTex(writeContent(part)));
  const inside = parts.flatMap((part, index) => (index === 0 ? [part] : [separator, part]));
  return joinTex([`\\left${delimiter(begin)}`, ...inside, `\\right${delimiter(end)}`]);
}

/** The TeX of a delimiter after `\left` or `\right`; `.` (none) for a character that TeX does not accept there. */
const delimiter = (character: string) => {
  if (/^[()[\]|/.]$/.test(character)) return character;
  if (character === '∥') return '\\Vert';
  if (character === '∣') return '|';
  const tex = texOfCharacter(character);
  return /^\\(?:[{}]|langle|rangle|lceil|rceil|lfloor|rfloor|Vert|uparrow|downarrow|backslash)$/.test(tex) ? tex : '.';
};

/** The TeX command of a function, or `\operatorname`. */
function writeFunction(tex: string): string {
  const name = /^(?:\\mathrm\{([A-Za-z]+)\}|([A-Za-z]{2,}))$/.exec(tex);
  const text = name?.[1] ?? name?.[2];
  if (text === undefined) return tex;
  return functions.has(text) ? `\\${text}` : `\\operatorname${braced(text)}`;
}
