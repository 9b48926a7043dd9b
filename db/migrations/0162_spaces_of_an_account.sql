-- Anybody may sign up and make spaces, each with two public addresses. So that no account takes all the good ones, what it made is
-- counted, and stays counted when it hands a space on: otherwise a second account would lift the cap, and whoever makes others
-- owners of many spaces would use up theirs.
create table private.made_spaces (
	space_id uuid primary key references public.spaces (id) on delete cascade,
	user_id uuid not null references public.profiles (id) on delete cascade
);
create index made_spaces_user_id on private.made_spaces (user_id);
alter table private.made_spaces enable row level security;
alter table private.made_spaces force row level security;
grant select, insert on private.made_spaces to product_door;

insert into private.made_spaces (space_id, user_id)
select distinct on (m.space_id) m.space_id, m.user_id
from public.space_members m where m.role = 'owner' order by m.space_id, m.created_at, m.user_id;

-- Settings of the operator that functions of the database hold people to; written at each start.
create table private.limits (
	name text primary key,
	-- Null is without end.
	most int
);
alter table private.limits enable row level security;
alter table private.limits force row level security;
create policy service_sets on private.limits for all to service_role using (true) with check (true);
grant select, insert, update on private.limits to service_role;
grant select on private.limits to product_door;

create or replace function public.create_space(name text, slug text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_variable
declare
	me uuid := auth.uid();
	most int := (select l.most from private.limits l where l.name = 'spaces_per_account');
	space uuid;
	form uuid;
	wall uuid;
	problem text := private.slug_problem(slug);
begin
	if me is null or auth.role() <> 'authenticated' then
		raise exception using errcode = '42501', message = 'Sign in to make a space.';
	end if;
	if problem is not null then
		raise exception using errcode = '22023', message = problem, column = 'slug';
	end if;
	if name is null or btrim(name) = '' or char_length(btrim(name)) > 120 or btrim(name) ~ '[[:cntrl:]]' then
		raise exception using errcode = '22023', message = 'A name has 1 to 120 characters.', column = 'name';
	end if;
	-- One at a time for each account, or many at once would each find room.
	perform pg_advisory_xact_lock(hashtextextended('spaces of ' || me, 7268433));
	if (select count(*) from private.made_spaces s where s.user_id = me) >= most then
		raise exception using errcode = 'P0001', hint = 'too_many_spaces',
			message = format('An account makes up to %s spaces. Delete one that you no longer need, or ask whoever runs this server.', most);
	end if;
	-- One caller at a time per slug, so that the loser gets a clean answer.
	perform pg_advisory_xact_lock(hashtextextended(slug, 7268433));
	if not public.slug_available(slug) then
		raise exception using errcode = '23505', constraint = 'forms_slug_key', message = 'This slug is taken.',
			detail = format('The slug "%s" belongs to another form.', slug), hint = private.suggest_slug(slug, 'form');
	end if;
	insert into public.spaces (name) values (btrim(name)) returning id into space;
	insert into private.made_spaces (space_id, user_id) values (space, me);
	insert into public.space_members (space_id, user_id, role) values (space, me, 'owner');
	insert into public.forms (space_id, slug, name, title)
		values (space, slug, btrim(name), left('What would you say about ' || btrim(name) || '?', 200)) returning id into form;
	insert into public.walls (space_id, slug, name) values (space, slug, btrim(name)) returning id into wall;
	return jsonb_build_object('space_id', space, 'form_id', form, 'wall_id', wall);
end
$$;
