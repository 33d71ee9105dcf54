import { DOMParser } from '@xmldom/xmldom';
import { TextProblem } from '../../lib/text-outcome.ts';

interface XmlLimits {
  readonly maxTags: number;
  readonly maxAttributes: number;
}

/** Limits for SAML messages: above those of real messages, and low enough for a parser that is slow with many tags. */
const messageLimits: XmlLimits = { maxTags: 5_000, maxAttributes: 10_000 };

/**
 * Parses XML. A document type is refused, so the document has neither entities nor external references. Throws
 * TextProblem for that and for malformed XML.
 */
export function readXml(text: string, { maxTags, maxAttributes }: XmlLimits = messageLimits): Document {
  if (declaration.test(text.replaceAll(textual, ''))) throw new TextProblem('it must not have a document type');
  if (countLetters(text, '<') > maxTags || countLetters(text, '=') > maxAttributes + text.length / 20)
    throw new TextProblem('it is too large');
  const problems: string[] = [];
  const note = (message: string) => void problems.push(message);
  const parser = new DOMParser({ errorHandler: { warning: note, error: note, fatalError: note } });
  const document = parsed(parser, text);
  if (problems.length > 0 || !document?.documentElement) throw new TextProblem('it is not well-formed XML');
  if (Array.from(document.childNodes).some(({ nodeType }) => nodeType === document.DOCUMENT_TYPE_NODE))
    throw new TextProblem('it must not have a document type');
  return document;
}

/** Declarations of a document type. */
const declaration = /<!(?:DOCTYPE|ENTITY|ELEMENT|ATTLIST|NOTATION)/i;

/** Parts in which a declaration is text: comments, CDATA sections and processing instructions. */
const textual = /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>/g;

function countLetters(text: string, letter: string): number {
  let count = 0;
  for (let at = text.indexOf(letter); at >= 0; at = text.indexOf(letter, at + 1)) count += 1;
  return count;
}

function parsed(parser: DOMParser, text: string): Document | null {
  try {
    return parser.parseFromString(text, 'text/xml');
  } catch (error) {
    if (error instanceof RangeError) throw error;
    throw new TextProblem('it is not well-formed XML');
  }
}

/** Lists all descendants with a name, in document order. */
export const elementsNamed = (node: Document | Element, namespace: string, name: string): Element[] =>
  Array.from(node.getElementsByTagNameNS(namespace, name));

/** Lists the children with a name. */
export const childrenNamed = (node: Document | Element, namespace: string, name: string): Element[] =>
  elementsNamed(node, namespace, name).filter((element) => element.parentNode === node);

/** The value of an attribute; null when it is absent or empty. */
export const findAttribute = (element: Element | undefined, name: string): string | null =>
  element?.getAttribute(name) || null;
