import { Suspense, useMemo } from 'react';
import { RelayEnvironmentProvider } from 'react-relay';
import { NotShown, start, type Dashboard } from '../../shared/frame.tsx';
import { ChangeRequest } from './change-request.tsx';
import { ChangeRequests } from './change-requests.tsx';
import { environmentOf } from './environment.ts';

const Client: Dashboard['Client'] = ({ session, children }) => {
  const environment = useMemo(() => environmentOf(session), [session]);
  return (
    <RelayEnvironmentProvider environment={environment}>
      <Suspense fallback={<p>Loading …</p>}>{children}</Suspense>
    </RelayEnvironmentProvider>
  );
};

const View: Dashboard['View'] = ({ kind, id }) => {
  switch (kind) {
    case '':
      return <ChangeRequests />;
    case 'change-requests':
      return <ChangeRequest id={id} />;
    default:
      return <NotShown />;
  }
};

start('Dashboard with Relay', { Client, View });
