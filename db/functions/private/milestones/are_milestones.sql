-- True for a value that has the five steps of the guide and nothing else, each a time with its zone or null.
create or replace function private.are_milestones(steps jsonb) returns boolean
language plpgsql stable set search_path = '' as $$
declare
	time text;
begin
	if jsonb_typeof(steps) is distinct from 'object'
		or (select array_agg(k order by k) from jsonb_object_keys(steps) k) is distinct from '{embedded,first,form,shared,wall}'::text[]
		or jsonb_path_exists(steps, 'strict $.* ? (@.type() != "string" && @.type() != "null")') then
		return false;
	end if;
	for time in select s.value from jsonb_each_text(steps) s where s.value is not null loop
		if time !~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{1,6})?(Z|[+-][0-9]{2}(:?[0-9]{2})?)$' then
			return false;
		end if;
		-- It refuses days and hours that do not exist.
		perform time::timestamptz;
	end loop;
	return true;
exception when datetime_field_overflow or invalid_datetime_format or invalid_time_zone_displacement_value then
	return false;
end
$$;

alter function private.are_milestones(jsonb) owner to product_door;
grant execute on function private.are_milestones(jsonb) to authenticated, service_role;
