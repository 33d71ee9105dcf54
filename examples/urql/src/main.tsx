import { useMemo } from 'react';
import { Provider } from 'urql';
import { start, type Views } from '../../shared/frame.tsx';
import { ChangeRequest } from './change-request.tsx';
import { clientOf } from './client.ts';
import { ChangeRequests, Organizations, Spaces } from './lists.tsx';

const Client: Views['Client'] = ({ session, children }) => {
  const client = useMemo(() => clientOf(session), [session]);
  return <Provider value={client}>{children}</Provider>;
};

start('Dashboard with urql', { Client, Organizations, Spaces, ChangeRequests, ChangeRequest });
