-- Counts the given migrations that are not applied, for the readiness check. The list itself is the owner's alone.
create or replace function plaudit.migrations_without(names text[]) returns int
language sql stable security definer set search_path = '' as $$
	select count(*)::int from unnest(names) n (name)
	where not exists (select from plaudit.migrations m where m.name = n.name)
$$;

grant execute on function plaudit.migrations_without(text[]) to service_role;
