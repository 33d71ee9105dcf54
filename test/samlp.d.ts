/** Types of the parts of samlp 8 that the tests use. */
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
