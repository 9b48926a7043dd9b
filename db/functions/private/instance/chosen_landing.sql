-- The operator's choice for the page at /. The slug is null while the wall is not published; the space is that of the wall.
create or replace function private.chosen_landing() returns table (kind text, slug text, space uuid)
language sql stable security definer set search_path = '' as $$
	select c.kind, case when w.is_published then w.slug end, w.space_id
	from private.landing_choice c left join public.walls w on w.id = c.wall_id
$$;

grant execute on function private.chosen_landing() to service_role;
