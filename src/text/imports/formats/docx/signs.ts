/** A run with a font of signs, up to its texts. */
const signRun =
  /(<w:r(?:\s[^<>]{0,300})?>\s*<w:rPr>(?:(?!<\/?w:rPr>)[^]){0,2000}?<w:rFonts\s[^<>]{0,300}?w:(?:ascii|hAnsi)="(Symbol|Webdings|Wingdings(?: [23])?)"(?:(?!<\/?w:rPr>)[^]){0,2000}<\/w:rPr>)((?:(?!<\/w:r>|<w:r[\s>])[^])*)(?=<\/w:r>)/g;

/** Writes letters in a font of signs as the signs that readers see. */
export const withSymbols = (xml: string): string =>
  xml.replaceAll(signRun, (_, head: string, font: string, inside: string) => {
    const signs = inside.replaceAll(/<w:t(?:\s[^<>]{0,100})?>([^<>]*)<\/w:t>/g, (_text, words: string) =>
      words.replaceAll(/&[^;&]{0,20};|[^]/gu, (letter) => signOf(letter, font)),
    );
    return `${head}${signs}`;
  });

/** Fonts of signs have them beyond a private place of Unicode, and by the letters of the keyboard. */
function signOf(letter: string, font: string): string {
  const code = letter.codePointAt(0) ?? 0;
  const place = code < 0x1_00 ? code + 0xf0_00 : code;
  return letter.length > 1 || code <= 0x20 || place < 0xf0_00 || place > 0xf0_ff
    ? `<w:t xml:space="preserve">${letter}</w:t>`
    : `<w:sym w:font="${font}" w:char="${place.toString(16).toUpperCase()}"/>`;
}

/** Private-use sign of a paragraph that is a line, for which the converter has no place. */
export const ruleSign = '\uE011';

const paragraph = /<w:p(?:\s[^<>]{0,500})?>((?:(?!<\/?w:p[\s>])[^])*)<\/w:p>/g;

/** Writes the lines between paragraphs as paragraphs with a sign: those that are drawn, and borders of empty ones. */
export const withRules = (xml: string): string =>
  xml.replaceAll(paragraph, (whole, inside: string) =>
    !/<w:(?:t|drawing|object|sectPr|fldChar|br)[\s/>]|<m:|<w:bookmark/.test(inside) && isRule(inside)
      ? `<w:p><w:r><w:t>${ruleSign}</w:t></w:r></w:p>`
      : whole,
  );

function isRule(inside: string): boolean {
  if (inside.includes('<w:pict')) return /<v:\w{1,20}\s[^<>]{0,1000}o:hr="t"/.test(inside);
  const border = /<w:pBdr>((?:(?!<\/w:pBdr>)[^])*)<\/w:pBdr>/.exec(inside)?.[1] ?? '';
  return /<w:(?:bottom|top)\s[^<>]{0,100}?w:val="(?!nil|none)/.test(border) && !/<w:(?:left|right)\s/.test(border);
}
