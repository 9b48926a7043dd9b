-- Refuses a time zone that PostgreSQL does not know by its IANA name.
create or replace function private.check_time_zone() returns trigger
language plpgsql set search_path = '' as $$
begin
	if new.time_zone !~ '^[A-Za-z][A-Za-z0-9_+/-]{1,63}$'
		or not exists (select from pg_catalog.pg_timezone_names z where z.name = new.time_zone)
	then
		raise exception using errcode = '22023', message = format('There is no time zone named %s.', left(new.time_zone, 64)),
			hint = 'Use a name of the IANA time zone database, such as Europe/Berlin.', column = 'time_zone';
	end if;
	return new;
end
$$;
