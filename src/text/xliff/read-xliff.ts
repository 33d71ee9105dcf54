import { outcomeOf, TextProblem } from '../../lib/text-outcome.ts';
import { findAttribute, readXml } from '../xml/read-xml.ts';
import type { Token } from '../translations/tokens.ts';
import { isKeptUnit, xliffNamespace } from './names.ts';
import { nestPieces, readPieces, type Piece } from './read-tokens.ts';

/** A page of an XLIFF document with its translated units. */
export interface ReadFile {
  readonly pageId: string;
  readonly revisionId: string;
  readonly units: Readonly<Record<string, ReadUnit>>;
}

export interface ReadUnit {
  readonly source: readonly Token[];
  /** Null while one of its segments has no target, or only a copy of its source in the state `initial`. */
  readonly target: readonly Token[] | null;
}

/** A page of an XLIFF document that cannot be read. */
export interface UnreadFile {
  readonly pageId: string;
  readonly problem: string;
}

export interface ReadXliff {
  readonly targetLanguage: string | null;
  readonly files: readonly ReadFile[];
  readonly unread: readonly UnreadFile[];
}

/** Limits above those of any document of the maximum accepted size. */
const limits = { maxTags: 400_000, maxAttributes: 400_000 };

/** Maximum nesting depth of files, groups, units and codes. */
const maxDepth = 40;

/**
 * Reads an XLIFF document of version 2.0 or 2.1. Throws TextProblem for any other document, a document type,
 * malformed XML, and a file that names no page.
 */
export function readXliff(xml: string): ReadXliff {
  const root = readXml(xml, limits).documentElement;
  const version = findAttribute(root, 'version');
  if (root.localName !== 'xliff' || root.namespaceURI !== xliffNamespace || !/^2\.[01]$/.test(version ?? ''))
    throw new TextProblem('it is not an XLIFF document of version 2.0 or 2.1');
  const files = elementsIn(root).filter(({ localName }) => localName === 'file');
  if (files.length === 0) throw new TextProblem('it has no file');
  const read = files.map(readFile);
  return {
    targetLanguage: findAttribute(root, 'trgLang'),
    files: read.filter((file): file is ReadFile => 'units' in file),
    unread: read.filter((file): file is UnreadFile => 'problem' in file),
  };
}

function readFile(file: Element): ReadFile | UnreadFile {
  const id = findAttribute(file, 'id') ?? '';
  const [, pageId, revisionId] = /^((?:pg|rc)_[\w-]{1,60})\.(rev_[\w-]{1,60})$/.exec(id) ?? [];
  if (!pageId || !revisionId)
    throw new TextProblem(`the id "${id.slice(0, 100)}" of a file does not name a page and a revision`);
  const read = outcomeOf(() => {
    const units = new Map<string, ReadUnit>();
    collectUnits(file, units, 0);
    return Object.fromEntries(units);
  });
  return 'value' in read ? { pageId, revisionId, units: read.value } : { pageId, problem: read.problem };
}

function collectUnits(parent: Element, units: Map<string, ReadUnit>, depth: number): void {
  if (depth > maxDepth) throw new TextProblem('its groups are nested too deeply');
  for (const element of elementsIn(parent)) {
    if (element.localName === 'group') collectUnits(element, units, depth + 1);
    if (element.localName !== 'unit') continue;
    const id = findAttribute(element, 'id') ?? '';
    if (isKeptUnit(id)) continue;
    if (units.has(id)) throw new TextProblem(`the unit ${id.slice(0, 100)} is there twice in a file`);
    units.set(id, readUnit(element));
  }
}

/**
 * Reads a unit, which tools may split into segments, also within a pair of codes. The parts between segments need no
 * target.
 */
function readUnit(unit: Element): ReadUnit {
  const source: Piece[] = [];
  const target: (readonly Piece[] | null)[] = [];
  for (const part of elementsIn(unit)) {
    if (part.localName !== 'segment' && part.localName !== 'ignorable') continue;
    const [from, to] = ['source', 'target'].map((name) => elementsIn(part).find(({ localName }) => localName === name));
    const own = from ? readPieces(from) : [];
    source.push(...own);
    const translated = to ? readPieces(to) : null;
    if (part.localName === 'ignorable' || isBlank(own)) target.push(translated ?? own);
    else {
      // Tools put a copy of the source where there is no translation yet.
      const isCopy =
        findAttribute(part, 'state') === 'initial' && translated !== null && spell(translated) === spell(own);
      target.push(translated === null || isBlank(translated) || isCopy ? null : translated);
    }
  }
  const isWhole = target.length > 0 && !target.includes(null);
  return { source: nestPieces(source), target: isWhole ? nestPieces(target.flatMap((pieces) => pieces ?? [])) : null };
}

const isBlank = (pieces: readonly Piece[]): boolean =>
  pieces.every((piece) => typeof piece === 'string' && piece.trim() === '');

/** Serializes pieces for comparison, with normalized whitespace. */
const spell = (pieces: readonly Piece[]): string =>
  pieces
    .map((piece) => {
      if (typeof piece === 'string') return piece;
      if ('code' in piece) return `\0<${piece.code}/>`;
      return 'opens' in piece ? `\0<${piece.opens}>` : `\0</${piece.closes}>`;
    })
    .join('')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Lists the XLIFF child elements, without those of modules and extensions. */
const elementsIn = (node: Element): Element[] =>
  Array.from(node.childNodes).filter(
    (child): child is Element => child.nodeType === 1 && (child as Element).namespaceURI === xliffNamespace,
  );
