import { counted } from '../../../../lib/counted.ts';

/** Properties of a run up to its end. */
const propertiesWith = (name: string) =>
  String.raw`<w:rPr>(?:(?!<\/?w:rPr>)[^]){0,2000}?<w:${name}(?:\s+w:val="(?:1|true|on)")?\s*\/>(?:(?!<\/?w:rPr>)[^]){0,2000}<\/w:rPr>`;

const inCapitals = new RegExp(String.raw`${propertiesWith('caps')}(?:(?!<\/?w:r[ >])[^])*`, 'g');
const inSmallCapitals = new RegExp(propertiesWith('smallCaps'), 'g');

/** Writes a text that Word shows in capitals in capitals, and the chosen entry of a list of a form as a text. */
export const withShownWords = (xml: string): string =>
  xml
    .replaceAll(inCapitals, (run) =>
      run.replaceAll(
        /(<w:t(?:\s[^<>]{0,100})?>)([^<>]*)/g,
        (_, open: string, words: string) => `${open}${upper(words)}`,
      ),
    )
    .replaceAll(
      /<w:fldChar\s[^<>]{0,300}>\s*<w:ffData>(?:(?!<\/w:ffData>)[^])*<w:ddList>((?:(?!<\/w:ddList>)[^])*)<\/w:ddList>/g,
      (field, list: string) => {
        const entries = [...list.matchAll(/<w:listEntry\s[^<>]{0,100}?w:val="([^"<>]{0,500})"/g)].map(([, one]) => one);
        const chosen = /<w:result\s[^<>]{0,100}?w:val="(\d{1,4})"/.exec(list)?.[1] ?? '0';
        return `<w:t xml:space="preserve">${entries[Number(chosen)] ?? ''}</w:t>${field}`;
      },
    );

/** References to characters stay. */
const upper = (words: string) =>
  words.replaceAll(/[^&]+|&[^;&]{0,20};?/g, (part) => (part.startsWith('&') ? part : part.toUpperCase()));

/** Leaves out what a form asks for, which is no text yet. */
export const withoutPrompts = (xml: string, leaveOut: () => void): string =>
  xml.replaceAll(
    /(<w:sdtPr>(?:(?!<\/?w:sdtPr>)[^])*<\/w:sdtPr>\s*<w:sdtContent>)(?:(?!<\/?w:sdtContent>)[^])*(?=<\/w:sdtContent>)/g,
    (whole, head: string) => {
      if (!/<w:showingPlcHdr\s*\/>/.test(head)) return whole;
      leaveOut();
      return head;
    },
  );

/** Says what of the look of a text nothing expresses: small capitals, and indents of paragraphs that are no items. */
export function describeLooks(xml: string): string[] {
  const small = [...xml.matchAll(inSmallCapitals)].length;
  const indents = [...xml.matchAll(/<w:pPr>((?:(?!<\/w:pPr>)[^])*)<\/w:pPr>/g)].filter(
    ([, inside = '']) =>
      /<w:ind\s[^<>]{0,200}?w:(?:left|start)="[1-9]\d{2,}"/.test(inside) && !inside.includes('<w:numPr>'),
  ).length;
  return [
    ...(small === 0
      ? []
      : [`${counted(small, 'text in small capitals is', 'texts in small capitals are')} in usual letters`]),
    ...(indents === 0 ? [] : [`${counted(indents, 'paragraph is', 'paragraphs are')} without an indent`]),
  ];
}
