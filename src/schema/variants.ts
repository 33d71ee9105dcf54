/** What an input type says by `extensions: { variants }` when one member decides which others it takes. */
export interface Variants {
  /** The member that decides. */
  readonly by: string;
  /** By its values: the members that are required, and those that may be left out. */
  readonly members: Readonly<Record<string, readonly [required: readonly string[], optional: readonly string[]]>>;
  /** Members that may be null. */
  readonly nullable: ReadonlySet<string>;
  readonly descriptions: Readonly<Record<string, string>>;
}
