/** What the tests use of samlp 8, which has no types of its own. */
declare module 'samlp' {
  const samlp: {
    getSamlResponse(
      options: Readonly<Record<string, unknown>>,
      user: Readonly<Record<string, unknown>>,
      callback: (error: Error | null, response: string) => void,
    ): void;
  };
  export default samlp;
}
