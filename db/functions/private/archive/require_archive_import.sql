-- Raises an error unless the caller may bring an archive now: as for public.create_space, and one archive at a time.
create or replace function private.require_archive_import() returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
	me uuid := auth.uid();
	most int := (select l.most from private.limits l where l.name = 'spaces_per_account');
begin
	if me is null or auth.role() <> 'authenticated' then
		raise exception using errcode = '42501', message = 'Sign in to bring an archive.';
	end if;
	if not private.has_shown_factors() then
		raise exception using errcode = 'PT403', message = 'Confirm with your second factor first.', hint = 'second_factor';
	end if;
	if (select count(*) from private.made_spaces s where s.user_id = me) >= most then
		raise exception using errcode = 'P0001', hint = 'too_many_spaces',
			message = format('An account makes up to %s spaces. Delete one that you no longer need, or ask the administrator of this server.', most);
	end if;
	if exists (select from public.archive_imports a where a.user_id = me and a.state in ('reading', 'loading')) then
		raise exception using errcode = 'P0001', hint = 'archive_running', message = 'Your last archive is still being read.';
	end if;
end
$$;
