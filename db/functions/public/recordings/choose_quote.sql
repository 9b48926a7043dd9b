-- Chooses the words that are shown of a recording: a contiguous part of its transcript, or null for none.
create or replace function public.choose_quote(media_id uuid, quote text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
	m public.media := private.recording_to_change($1);
	words text := nullif(btrim(regexp_replace($2, '\s+', ' ', 'g')), '');
begin
	if words is not null and not exists (
		select from public.captions c
		where c.space_id = m.space_id and c.media_id = m.id and not c.is_draft
			and position(words in replace(c.transcript, E'\n', ' ')) > 0
	) then
		raise exception using errcode = '22023', message = 'A quotation is a contiguous part of the transcript.', column = 'quote';
	end if;
	update public.media x set quote = words where x.space_id = m.space_id and x.id = m.id;
end
$$;

grant execute on function public.choose_quote(uuid, text) to authenticated;
