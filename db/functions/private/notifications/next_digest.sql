-- The next 08:00 of a time zone after a moment; null is UTC. A name that this PostgreSQL does not know counts as UTC.
create or replace function private.next_digest(after timestamptz, time_zone text) returns timestamptz
language plpgsql stable set search_path = '' as $$
declare
	present timestamp;
	eight timestamp;
begin
	present := after at time zone coalesce(time_zone, 'UTC');
	eight := date_trunc('day', present) + interval '8 hours';
	return (case when eight > present then eight else eight + interval '1 day' end) at time zone coalesce(time_zone, 'UTC');
exception
	when invalid_parameter_value then
		return private.next_digest(after, null);
end
$$;
