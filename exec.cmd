@rem `npm start` on Windows, where the shell has no exec: runs its arguments after `env` and the variable of glibc.
@for /f "tokens=2,*" %%a in ("%*") do @%%b
