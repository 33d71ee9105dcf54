@rem `npm start` on Windows, where the shell has no exec: runs its arguments.
@%*
