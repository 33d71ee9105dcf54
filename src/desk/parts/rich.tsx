/** HTML of the server, which makes it from its own templates, without scripts, styles and forms. */
export const Rich = ({ html }: { readonly html: string | null | undefined }) =>
  html ? <div className="text" dir="auto" dangerouslySetInnerHTML={{ __html: html }} /> : null;
