import type { ReactNode } from 'react';

/** Why something cannot be shown or done, as the server says it. */
export const Failure = ({ children }: { readonly children: ReactNode }) =>
  children ? (
    <p className="refusal" role="alert">
      {children}
    </p>
  ) : null;
