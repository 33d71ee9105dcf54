import * as z from 'zod';
import { choice } from '../../../lib/form-types.ts';
import { httpUrl } from '../../../lib/http-url.ts';

export const SpecSlug = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must be lower-case letters and digits, in words joined by "-"');

export const SpecUrl = httpUrl(2_048);

/** Maximum size of all files of a specification, in bytes. */
export const maxSpecBytes = 16_777_216;

/** A specification sent in the request. The limit is in characters. */
export const SpecText = z.string().min(1).max(maxSpecBytes);

/** Maximum number of files of a specification: the first and those it references. */
export const maxSpecFiles = 100;

/** Time limit for fetching one file, in milliseconds. */
export const fetchTimeoutMs = 10_000;

const specVisibilities = {
  private: 'For members of the organization with at least the role read.',
  public: 'For guests of the organization too.',
} as const;
export type SpecVisibility = keyof typeof specVisibilities;
export const OpenAPISpecVisibility = choice(
  'OpenAPISpecVisibility',
  'Who may read an OpenAPI specification.',
  specVisibilities,
);

/** States of processing a source. See docs/reference/openapi.md. */
export const processingStates = {
  pending: 'The source waits to be read.',
  progress: 'The source is being read.',
  complete: 'The source was read, or failed: then there is an error.',
} as const;
export type ProcessingState = keyof typeof processingStates;

/** Reasons why a source could not be read. */
export const processErrorCodes = {
  FETCH_TIMEOUT: 'The server of the source, or of a file that it refers to, did not answer in time.',
  FETCH_ERROR: 'The source, or a file that it refers to, could not be fetched.',
  PARSE_ERROR: 'The source is not an OpenAPI document that can be read, or its processing failed or was cancelled.',
} as const;
export type ProcessErrorCode = keyof typeof processErrorCodes;

/** An error of the last run. */
export interface ProcessError {
  readonly message: string;
  readonly code: ProcessErrorCode;
}
