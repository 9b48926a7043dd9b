-- Stores captions of a recording in one language as an editor; null `vtt` deletes them. False: no such recording.
create or replace function private.store_captions(recording uuid, locale text, vtt text, transcript text, source text, is_draft boolean)
returns boolean
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_variable
declare
	m record;
begin
	select x.space_id, x.testimonial_id into m from public.media x
	where x.id = recording and x.kind in ('video', 'audio') and x.space_id = any (private.spaces_as('editor'));
	if not found then
		return false;
	end if;
	if vtt is null then
		delete from public.captions c where c.space_id = m.space_id and c.media_id = recording and c.locale = locale;
		return true;
	end if;
	insert into public.captions (space_id, testimonial_id, media_id, locale, vtt, transcript, source, is_draft)
	values (m.space_id, m.testimonial_id, recording, locale, vtt, transcript, source, is_draft)
	on conflict on constraint captions_pkey do update
	set vtt = excluded.vtt, transcript = excluded.transcript, source = excluded.source, is_draft = excluded.is_draft, updated_at = now();
	return true;
end
$$;

grant execute on function private.store_captions(uuid, text, text, text, text, boolean) to authenticated;
