-- Seconds to wait after so many failed attempts: none while some are free, then 1, 2, 4 … 300.
create or replace function auth.pause_after(failures int, free int) returns double precision
language sql immutable parallel safe
return case when failures < free then 0 else least(300, 2 ^ least(failures - free, 9)) end;

grant execute on function auth.pause_after(int, int) to auth_service;
