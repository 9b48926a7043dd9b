-- Chooses the page at / for every node. Returns false when no wall is published at the slug.
create or replace function private.choose_landing(chosen text, wall_slug text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
	wall uuid;
begin
	if chosen = 'wall' then
		select w.id into wall from public.walls w where w.slug = wall_slug and w.is_published;
		if wall is null then
			return false;
		end if;
	end if;
	update private.landing_choice c set kind = chosen, wall_id = wall where c.is_only;
	perform pg_notify('plaudit_landing', '');
	return true;
end
$$;

grant execute on function private.choose_landing(text, text) to service_role;
