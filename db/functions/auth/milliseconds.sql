-- A time as Unix milliseconds.
create or replace function auth.milliseconds(at timestamptz) returns double precision
language sql immutable parallel safe
return floor(extract(epoch from at) * 1000)::double precision;

grant execute on function auth.milliseconds(timestamptz) to auth_service;
