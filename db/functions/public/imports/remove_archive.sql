-- Removes an archive of the caller, or stops it while it is read or loaded: nothing of it is kept then. A space that is here stays.
create or replace function public.remove_archive(archive_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
	delete from public.archive_imports a where a.id = archive_id and a.user_id = auth.uid() and private.has_shown_factors();
	if not found then
		raise exception using errcode = '42501', message = 'Only the person who brought an archive may remove it.';
	end if;
end
$$;

grant execute on function public.remove_archive(uuid) to authenticated;
