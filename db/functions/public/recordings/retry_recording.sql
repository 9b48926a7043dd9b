-- Tries the processing of a failed recording again.
create or replace function public.retry_recording(media_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
	m public.media := private.recording_to_change($1);
begin
	if m.state <> 'failed' then
		return;
	end if;
	update public.media x set state = 'processing', problem = null, progress = 0 where x.space_id = m.space_id and x.id = m.id;
	insert into plaudit.jobs (kind, payload) values ('process_recording', jsonb_build_object('space_id', m.space_id, 'media_id', m.id));
end
$$;

grant execute on function public.retry_recording(uuid) to authenticated;
