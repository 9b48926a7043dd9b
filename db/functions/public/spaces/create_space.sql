-- Creates a space with its owner, first form and first wall. The form begins with the texts of its language (private.fill_form_texts).
-- The number of spaces that an account creates is limited, because each takes two slugs; a space counts for the account that created it,
-- even under another owner.
create or replace function public.create_space(name text, slug text, locale text default 'en') returns jsonb
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
	if not private.has_shown_factors() then
		raise exception using errcode = 'PT403', message = 'Confirm with your second factor first.', hint = 'second_factor';
	end if;
	if problem is not null then
		raise exception using errcode = '22023', message = problem, column = 'slug';
	end if;
	if name is null or btrim(name) = '' or char_length(btrim(name)) > 120 or btrim(name) ~ '[[:cntrl:]]' then
		raise exception using errcode = '22023', message = 'A name has 1 to 120 characters.', column = 'name';
	end if;
	locale := coalesce(locale, 'en');
	if locale !~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$' then
		raise exception using errcode = '22023', message = 'A language is a tag such as "de" or "pt-BR".', column = 'locale';
	end if;
	-- One at a time for each account: concurrent calls could exceed the limit.
	perform pg_advisory_xact_lock(hashtextextended('spaces of ' || me, 7268433));
	if (select count(*) from private.made_spaces s where s.user_id = me) >= most then
		raise exception using errcode = 'P0001', hint = 'too_many_spaces',
			message = format('An account makes up to %s spaces. Delete one that you no longer need, or ask the administrator of this server.', most);
	end if;
	-- One caller at a time for each slug, so that the second one gets a clear error.
	perform pg_advisory_xact_lock(hashtextextended(slug, 7268433));
	if not public.slug_available(slug) then
		raise exception using errcode = '23505', constraint = 'forms_slug_key', message = 'This slug is taken.',
			detail = format('The slug "%s" belongs to another form.', slug), hint = private.suggest_slug(slug, 'form');
	end if;
	insert into public.spaces (name, locale) values (btrim(name), locale) returning id into space;
	insert into private.made_spaces (space_id, user_id) values (space, me);
	insert into public.space_members (space_id, user_id, role) values (space, me, 'owner');
	insert into public.forms (space_id, slug, name, locale) values (space, slug, btrim(name), locale) returning id into form;
	insert into public.walls (space_id, slug, name) values (space, slug, btrim(name)) returning id into wall;
	return jsonb_build_object('space_id', space, 'form_id', form, 'wall_id', wall);
end
$$;

grant execute on function public.create_space(text, text, text) to authenticated;
