/** The `extensions: { variants }` of an input type whose members depend on the value of one of them. */
export interface Variants {
  /** The member whose value selects the variant. */
  readonly by: string;
  /** The required and the optional members, by that value. */
  readonly members: Readonly<Record<string, readonly [required: readonly string[], optional: readonly string[]]>>;
  /** Members that may be null. */
  readonly nullable: ReadonlySet<string>;
  readonly descriptions: Readonly<Record<string, string>>;
}
