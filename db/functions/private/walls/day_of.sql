-- A text as a date; null when it is none.
create or replace function private.day_of(value text) returns date language plpgsql stable set search_path = '' as $$
begin
	return value::date;
exception when others then
	return null;
end
$$;
