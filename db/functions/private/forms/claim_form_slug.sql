-- Reserves the slug of a form. Former slugs stay reserved and redirect to their form.
create or replace function private.claim_form_slug() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
	problem text := private.slug_problem(new.slug);
	holder uuid;
begin
	new.updated_at := clock_timestamp();
	if tg_op = 'UPDATE' and new.slug = old.slug then
		return new;
	end if;
	if problem is not null then
		raise exception using errcode = '22023', message = problem, column = 'slug';
	end if;
	insert into private.form_slugs (slug, form_id, space_id) values (new.slug, new.id, new.space_id)
	on conflict (slug) do update set since = private.form_slugs.since
	returning form_id into holder;
	if holder <> new.id then
		raise exception using errcode = '23505', constraint = 'forms_slug_key',
			message = 'This slug is taken.', detail = format('The slug "%s" belongs to another form.', new.slug),
			hint = private.suggest_slug(new.slug, 'form');
	end if;
	return new;
end
$$;
