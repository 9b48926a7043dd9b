-- Policies that let some operations through, as the reference has them: names with and without `storage.` before them are the same.
create function storage.allow_any_operation(expected_operations text[]) returns boolean
language sql stable parallel safe set search_path = ''
return coalesce(
	regexp_replace(storage.operation(), '^storage\.', '') in (
		select regexp_replace(e.name, '^storage\.', '') from unnest(expected_operations) e (name) where e.name <> ''
	),
	false
);
create function storage.allow_only_operation(expected_operation text) returns boolean
language sql stable parallel safe set search_path = ''
return storage.allow_any_operation(array[expected_operation]);
grant execute on function storage.allow_any_operation(text[]), storage.allow_only_operation(text)
	to anon, authenticated, service_role, storage_service;
