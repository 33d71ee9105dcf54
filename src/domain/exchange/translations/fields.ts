import * as z from 'zod';
import { choice, Id, named } from '../../../lib/form-types.ts';
import { languageCodes } from '../../../lib/languages.ts';
import { SpaceLanguage } from '../../authoring/spaces/fields.ts';
import { notBlank } from '../../../lib/not-blank.ts';

export const TranslationTitle = z
  .string()
  .min(1, { abort: true })
  .max(100)
  .refine(...notBlank);

/** Code of a language into which content may be translated. */
export const Language = SpaceLanguage;

export const Languages = z
  .array(Language)
  .max(languageCodes.length)
  .refine((codes) => new Set(codes).size === codes.length, 'must not contain a language twice');

/** Notes for translators into a language, included in every exported file. */
export const Instructions = z.string().max(4_000);

/** A term, by language. */
export const Terms = named(
  {
    name: 'GlossaryTranslation',
    description: 'A term in one language.',
    entry: {
      key: ['language', 'Code of the language, such as `de`.'],
      value: ['term', 'The word or phrase in this language.'],
    },
  },
  z.record(z.string(), z.string().trim().min(1).max(200)),
)
  .refine((terms) => Object.keys(terms).length > 0, 'must have a language')
  .refine((terms) => Object.keys(terms).every((code) => languageCodes.includes(code)), {
    error: `must have languages of ${languageCodes.join(', ')}`,
  });
export type Terms = z.infer<typeof Terms>;

/** Maximum number of entries in the glossary of an organization. */
export const maxGlossaryEntries = 2_000;

/** Maximum number of operations in one update of the glossary. */
export const maxGlossaryOperations = 100;

const glossaryOperations = {
  insert: 'Adds an entry.',
  update: 'Replaces the terms of an entry.',
  delete: 'Removes an entry.',
} as const;
export type GlossaryOperationType = keyof typeof glossaryOperations;
export const GlossaryOperationType = choice(
  'GlossaryOperationType',
  'The kind of an operation on a glossary.',
  glossaryOperations,
);

/** States of the translation of a page. */
const pageTranslationStates = {
  untranslated: 'It shows the text of the source.',
  translated: 'It is a translation of what the source says now.',
  outdated: 'It is a translation of an earlier text, title or description.',
} as const;
export type PageTranslationState = keyof typeof pageTranslationStates;
export const PageTranslationState = choice(
  'PageTranslationState',
  'The state of the translation of a page.',
  pageTranslationStates,
);

/** Ids of the pages of one operation. */
export const PageIds = z.array(Id.max(100)).min(1).max(500);

/** Maximum number of pages in one XLIFF document. */
export const maxXliffPages = 500;

/** Number of characters after which no further page is added to an export. */
export const maxXliffCharacters = 1_000_000;

/** An XLIFF document. The limit is in characters. */
export const XliffText = z.string().min(1).max(6_000_000);
