-- Copies the path of the first captions to their recording, which rewrites what the public reads.
create or replace function private.follow_captions() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
	space uuid := case when tg_op = 'DELETE' then old.space_id else new.space_id end;
	recording uuid := case when tg_op = 'DELETE' then old.media_id else new.media_id end;
begin
	update public.media m
	set captions_path = (select c.path from public.captions c
			where c.space_id = m.space_id and c.media_id = m.id and not c.is_draft order by c.locale limit 1),
		quote = case when exists (select from public.captions c
			where c.space_id = m.space_id and c.media_id = m.id and not c.is_draft
				and position(m.quote in replace(c.transcript, E'\n', ' ')) > 0) then m.quote end
	where m.space_id = space and m.id = recording;
	return null;
end
$$;
