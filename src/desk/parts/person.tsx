/** The first letters of a name, in a circle. Photos lie on other hosts, of which the desk loads nothing. */
export const Avatar = ({ name }: { readonly name: string }) => (
  <span className="avatar" aria-hidden="true">
    {name
      .split(/\s+/, 2)
      .map((part) => String.fromCodePoint(part.codePointAt(0) ?? 0x20))
      .join('')
      .toUpperCase()}
  </span>
);
