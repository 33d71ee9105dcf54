import { createTaskRunner } from '../infra/workers/task.ts';
import { outcomeOf, TextProblem } from '../lib/text-outcome.ts';
import { conditionalTags } from '../text/markdown/conditional-blocks.ts';
import { readMarkdownFacts } from '../text/markdown/markdown-facts.ts';
import type { ComparedText } from '../text/comparison/compare-texts.ts';
import { diffLines } from '../text/content/diff-lines.ts';
import { evaluateExpressions } from '../text/content/evaluate-expressions.ts';
import type { ArchiveEntry } from '../text/imports/unpack/zip.ts';
import type { OrganizationTask, ParseTask } from '../text/imports/parse.ts';
import type { WrittenPage, PrintOptions } from '../text/pdf/write-parts.ts';
import { readMetadata } from '../domain/people/saml/read-metadata.ts';
import type { SpecFile } from '../text/openapi-specs/read-specification.ts';
import type { PostedResponse } from '../domain/people/saml/verify-response.ts';
import { boundedDocumentFromMarkdown } from '../text/rich-text/bounded-document.ts';
import { boundedMarkdownFromDocument } from '../text/rich-text/bounded-markdown.ts';
import { analyze } from '../text/search/analyze.ts';
import type { CompileOptions } from '../text/html/compile-text.ts';
import type { OpenApiReference } from '../text/html/compiled-text.ts';
import type { OpenApiPart } from '../text/html/openapi/part.ts';
import { mergeText } from '../text/three-way-merge/merge-text.ts';
import { applyTranslations, listUnits } from '../text/translations/units.ts';
import { readXliff } from '../text/xliff/read-xliff.ts';

/** Maximum length of a result as JSON, in characters, because the thread that serves requests parses it. */
const maxCharacters = 8 * 1_048_576;

/**
 * Maximum length of a document as JSON, in characters. A text shown as source takes up to six characters of JSON per
 * character.
 */
const maxDocumentCharacters = 14 * 1_048_576;

/**
 * Wraps a task of `parseText`. The outcome is returned as JSON, which is smaller than a structured clone and can be
 * cached by size.
 */
const textTask =
  <Input extends unknown[]>(run: (...input: Input) => unknown, longest = maxCharacters) =>
  (...input: Input): string => {
    const json = outcomeOf(() => {
      const text = JSON.stringify({ value: run(...input) });
      if (text.length > longest) throw new TextProblem(`it becomes longer than ${longest} characters of JSON`);
      return text;
    });
    return 'value' in json ? json.value : JSON.stringify(json);
  };

/** Entry point of worker processes, with every task by name. */
export const runTask = createTaskRunner({
  // Loaded on demand, because the modules of imports and prints load slowly.
  parseTask: async (task: ParseTask) => (await import('../text/imports/parse.ts')).parseTask(task),
  organizationTask: async (task: OrganizationTask) => (await import('../text/imports/parse.ts')).organizationTask(task),
  writeParts: async (writing: PrintOptions, pages: readonly WrittenPage[]) =>
    (await import('../text/pdf/write-parts.ts')).writeParts(writing, pages),
  dividePart: async (json: string, mayDivide: boolean) =>
    (await import('../text/pdf/divide-part.ts')).dividePart(json, mayDivide),
  readSpecification: async (slug: string, files: readonly SpecFile[]) =>
    (await import('../text/openapi-specs/read-specification.ts')).readSpecification(slug, files),
  compileManual: async (entries: readonly ArchiveEntry[]) =>
    (await import('../domain/operations/manual/manual.ts')).compileManual(entries),
  readMarkdownFacts: textTask(readMarkdownFacts),
  documentFromMarkdown: textTask(boundedDocumentFromMarkdown, maxDocumentCharacters),
  compileText: async (markdown: string, options: CompileOptions) =>
    textTask((await import('../text/html/compile-text.ts')).compileText, maxDocumentCharacters)(markdown, options),
  compareTexts: async (before: ComparedText, after: ComparedText) =>
    textTask((await import('../text/comparison/compare-texts.ts')).compareTexts, maxDocumentCharacters)(before, after),
  compilePart: async (part: OpenApiPart) =>
    textTask((await import('../text/html/openapi/compile-part.ts')).compilePart)(part),
  compileSpecParts: async (filesJson: string, blocks: readonly OpenApiReference[], isShort: boolean) =>
    textTask((await import('../text/html/openapi/read-parts.ts')).compileSpecParts)(filesJson, blocks, isShort),
  markdownFromDocument: textTask(boundedMarkdownFromDocument),
  evaluateExpressions: textTask(evaluateExpressions),
  conditionalTags: textTask(conditionalTags),
  diffLines: textTask(diffLines),
  mergeText: textTask(mergeText),
  analyze: textTask(analyze),
  readMetadata: textTask(readMetadata),
  unitsOf: textTask(listUnits),
  applyTranslations: textTask(applyTranslations),
  readXliff: textTask(readXliff, maxDocumentCharacters),
  verifyResponse: async (posted: PostedResponse) =>
    (await import('../domain/people/saml/verify-response.ts')).verifyResponse(posted),
});
