-- Checks the slug of a wall, and counts its version with each change.
create or replace function private.claim_wall_slug() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
	problem text := private.slug_problem(new.slug);
begin
	if tg_op = 'UPDATE' then
		new.version := old.version + 1;
		new.updated_at := now();
		if new.slug = old.slug then
			return new;
		end if;
	end if;
	if problem is not null then
		raise exception using errcode = '22023', message = problem, column = 'slug';
	end if;
	if exists (select from public.walls w where w.slug = new.slug and w.id <> new.id) then
		raise exception using errcode = '23505', constraint = 'walls_slug_key',
			message = 'This slug is taken.', detail = format('The slug "%s" belongs to another wall.', new.slug),
			hint = private.suggest_slug(new.slug, 'wall');
	end if;
	return new;
end
$$;
