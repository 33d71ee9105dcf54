import { Component, type ReactNode } from 'react';

interface Props {
  readonly children: ReactNode;
}

/** Says why something failed. Messages of the server are sentences for people. */
export function Failure({ error }: { readonly error: Error | null | undefined }): ReactNode {
  return error && <p role="alert">{error.message}</p>;
}

/** Shows what its content throws. React has no other way to catch it than a class. */
export class Failures extends Component<Props, { readonly error: Error | null }> {
  static getDerivedStateFromError = (error: Error) => ({ error });
  override state = { error: null };

  override render(): ReactNode {
    return this.state.error ? <Failure error={this.state.error} /> : this.props.children;
  }
}
