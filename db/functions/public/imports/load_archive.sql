-- Loads an archive of the caller that was read and checked. A job writes the space. `slug` replaces the slug of the first form, and stands
-- before the others; null keeps them. `with_invitations`: the members of the archive are invited by mail.
create or replace function public.load_archive(archive_id uuid, slug text default null, with_invitations boolean default false) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
	a public.archive_imports;
	problem text := private.slug_problem(slug);
begin
	if slug is not null and problem is not null then
		raise exception using errcode = '22023', message = problem, column = 'slug';
	end if;
	perform private.require_archive_import();
	select x.* into a from public.archive_imports x where x.id = archive_id and x.user_id = auth.uid() and x.state = 'checked' for update;
	if not found then
		raise exception using errcode = '42501', message = 'Only the person who brought an archive may load it, once it is checked.';
	end if;
	if not public.slug_available(coalesce(slug, a.about ->> 'slug')) then
		raise exception using errcode = '23505', constraint = 'forms_slug_key', message = 'This slug is taken.',
			hint = private.suggest_slug(coalesce(slug, a.about ->> 'slug'), 'form');
	end if;
	update public.archive_imports x set state = 'loading', problem = null, reason = null, done_bytes = 0,
		slug = nullif(load_archive.slug, a.about ->> 'slug'), with_invitations = coalesce(load_archive.with_invitations, false)
	where x.id = a.id;
	insert into plaudit.jobs (kind, payload) values ('bring_archive', jsonb_build_object('archive_import_id', a.id));
end
$$;

grant execute on function public.load_archive(uuid, text, boolean) to authenticated;
