/**
 * A part of a specification as a page shows it: `data` of a `SpecPart`, with schemas and examples where they were read.
 */
export type OpenApiPart = OperationView | SchemaView;

/** An operation, or a webhook, which has a `name` instead of a `path`. */
export interface OperationView {
  readonly title: string;
  readonly path?: string;
  readonly name?: string;
  readonly method: string;
  readonly summary?: string | null;
  /** Markdown. */
  readonly description?: string | null;
  readonly deprecated?: boolean;
  /** Base URL for examples of requests. */
  readonly server?: string;
  /** URLs of the servers that requests may be sent to. */
  readonly servers?: readonly string[];
  readonly scheme?: SchemeView | null;
  /** Names of the security schemes of which one is needed. */
  readonly security?: readonly string[];
  readonly parameters?: readonly ParameterView[];
  readonly requestBody?: ContentView | null;
  readonly responses?: readonly (ContentView & { readonly status: string })[];
}

/** How a request names who sends it. With the prefix `Basic `, a name and a password are encoded after it. */
export interface SchemeView {
  readonly in: 'header' | 'query';
  readonly name: string;
  readonly prefix: '' | 'Basic ' | 'Bearer ';
}

export interface ParameterView {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: JsonSchema;
  readonly example?: unknown;
}

/** A request body or a response. */
export interface ContentView {
  readonly description?: string;
  readonly contentTypes?: readonly string[];
  readonly headers?: readonly NamedView[];
  readonly examples?: readonly NamedView[];
  /** Schema of the first content type. */
  readonly schema?: JsonSchema;
  /** Example of the first content type. */
  readonly example?: unknown;
  /** Further content types with other schemas or examples. */
  readonly others?: readonly { readonly type: string; readonly schema?: JsonSchema; readonly example?: unknown }[];
}

interface NamedView {
  readonly name: string;
  readonly description?: string;
}

/** A schema by its name. */
export interface SchemaView {
  readonly name: string;
  readonly description?: string;
  readonly schema?: JsonSchema;
}

/** A JSON Schema without references, or with those cut that lead back to itself. */
export type JsonSchema = boolean | { readonly [member: string]: unknown };
