-- Chooses the second of a video that its poster shows. A job makes the poster.
create or replace function public.choose_cover(media_id uuid, seconds numeric) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
	m public.media := private.recording_to_change($1);
begin
	if m.kind <> 'video' or m.state <> 'ready' or seconds is null or seconds < 0 or seconds > m.seconds then
		raise exception using errcode = '22023', message = 'The cover is a second of a video that is ready.', column = 'seconds';
	end if;
	update public.media x set cover = $2 where x.space_id = m.space_id and x.id = m.id;
	insert into plaudit.jobs (kind, payload) values ('make_poster', jsonb_build_object('space_id', m.space_id, 'media_id', m.id));
end
$$;

grant execute on function public.choose_cover(uuid, numeric) to authenticated;
