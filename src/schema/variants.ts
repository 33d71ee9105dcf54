/** The extension `variants` of an input type, for inputs whose allowed members depend on the value of one member. */
export interface Variants {
  /** The member whose value selects the variant. */
  readonly by: string;
  /** The required and the optional members for each value. */
  readonly members: Readonly<Record<string, readonly [required: readonly string[], optional: readonly string[]]>>;
  /** Members that may be null. */
  readonly nullable: ReadonlySet<string>;
  readonly descriptions: Readonly<Record<string, string>>;
}
