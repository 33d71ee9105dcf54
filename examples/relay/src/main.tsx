import { Suspense, useMemo } from 'react';
import { RelayEnvironmentProvider } from 'react-relay';
import { start, type Views } from '../../shared/frame.tsx';
import { ChangeRequest } from './change-request.tsx';
import { ChangeRequests } from './change-requests.tsx';
import { environmentOf } from './environment.ts';
import { Organizations } from './organizations.tsx';
import { Spaces } from './spaces.tsx';

const Client: Views['Client'] = ({ session, children }) => {
  const environment = useMemo(() => environmentOf(session), [session]);
  return (
    <RelayEnvironmentProvider environment={environment}>
      <Suspense fallback={<p>Loading …</p>}>{children}</Suspense>
    </RelayEnvironmentProvider>
  );
};

start('Dashboard with Relay', { Client, Organizations, Spaces, ChangeRequests, ChangeRequest });
