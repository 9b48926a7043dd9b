-- The recording that an editor or owner of its space may change, locked. Raises 42501 for anyone else.
create or replace function private.recording_to_change(recording uuid) returns public.media
language plpgsql volatile set search_path = '' as $$
declare
	m public.media;
begin
	select x.* into m from public.media x
	where x.id = recording and x.kind in ('video', 'audio') and x.space_id = any (private.spaces_as('editor')) for update;
	if not found then
		raise exception using errcode = '42501', message = 'Only editors and owners of a space may change its recordings.';
	end if;
	return m;
end
$$;
