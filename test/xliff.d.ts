declare module 'xliff' {
  /** A text: its parts, where `Span` and `Standalone` are codes. */
  interface XliffUnit {
    source: unknown;
    target?: unknown;
  }

  interface XliffContent {
    readonly resources: Readonly<Record<string, Readonly<Record<string, XliffUnit>>>>;
  }

  const library: {
    xliff2js(xliff: string): Promise<XliffContent>;
    js2xliff(content: XliffContent): Promise<string>;
  };
  export default library;
}
